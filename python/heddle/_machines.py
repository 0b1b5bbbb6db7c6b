"""What there is to choose from."""
from __future__ import annotations

from typing import Any

from heddle import _heddle
from heddle._checks import text
from heddle._errors import unknown


def machines() -> list[str]:
    """The names of all machines."""
    return _heddle.machine_names()


def machine(name: str = "gtx480") -> dict[str, Any]:
    """Every parameter of a machine with its value, in nested dictionaries. A changed copy is a machine as well."""
    text(name, "the name of a machine", "gtx480")
    tree: dict[str, Any] = {"base": name}
    for key, value in _heddle.machine_values(name).items():
        *groups, last = key.split(".")
        if key.startswith("kernels."):
            continue  # keys hold names of kernels
        inner = tree
        for group in groups:
            inner = inner.setdefault(group, {})
        inner[last] = value
    return tree


def policies(kind: str | None = None) -> dict[str, Any]:
    """What each policy of a kind does, by name; without a kind the same for every kind."""
    kinds = _heddle.policies()
    if kind is None:
        return dict(kinds)
    if text(kind, "a kind of policy", "warp_scheduler") not in kinds:
        raise unknown("kind of policy", kind, list(kinds))
    return dict(kinds[kind])


def describe(name: str) -> str:
    """What a parameter or a statistic means, with its unit, default and range."""
    text(name, "the name of a parameter or statistic", "l1.hit_latency")
    rows = {key: (value, unit, span, doc) for key, value, unit, span, doc in _heddle.parameters()}
    if name in rows:
        value, _, span, doc = rows[name]
        return f"{name}: {doc}; {span}, {value!r} by default"
    statistics = _heddle.statistics()
    if name in statistics:
        unit, doc = statistics[name]
        return f"{name} ({unit}): {doc}" if unit else f"{name}: {doc}"
    raise unknown("parameter or statistic", name, [*rows, *statistics])
