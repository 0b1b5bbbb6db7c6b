"""Statistics as attributes: the parts of a name between its dots."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Union

from heddle import _heddle
from heddle._errors import unknown

Number = Union[int, float]


@lru_cache(maxsize=1)
def meanings() -> dict[str, tuple[str, str]]:
    """Unit and meaning of every statistic that there is."""
    return _heddle.statistics()


class Statistics(Mapping[str, Number]):
    """`statistics.l1d.hits`, `statistics["l1d.hits"]` and dict(statistics) read the same values. A name that is a
    value and begins other names as well is a value by `["name"]`, and by `float(statistics.name)`."""

    def __init__(self, values: Mapping[str, Number], prefix: str = "", all_zero: bool = False) -> None:
        self._values, self._prefix, self._all_zero = values, prefix, all_zero

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        full = self._prefix + name
        if any(known.startswith(full + ".") for known in self._names()):
            return Statistics(self._values, full + ".", self._all_zero)
        return self._value(full)

    def _names(self) -> list[str]:
        return list(dict.fromkeys([*self._values, *meanings()])) if self._all_zero else list(self._values)

    def _value(self, full: str) -> Number:
        if full in self._values:
            return self._values[full]
        if self._all_zero and full in meanings():
            return 0
        raise unknown("statistic", full, self._names())

    def __getitem__(self, name: str) -> Number:
        return self._value(self._prefix + (name if isinstance(name, str) else repr(name)))

    def __iter__(self) -> Iterator[str]:
        return (name[len(self._prefix):] for name in self._values if name.startswith(self._prefix))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __float__(self) -> float:
        return float(self._value(self._prefix.rstrip(".")))

    def __dir__(self) -> list[str]:
        return sorted({name.split(".")[0] for name in self} | set(super().__dir__()))

    def __repr__(self) -> str:
        what = f" {self._prefix}*" if self._prefix else ""
        return f"<{len(self)} statistics{what}>"
