"""Dictionaries of settings: nested or with dotted keys, values as in a machine file."""
from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Union

import numpy

from heddle._checks import text
from heddle._errors import Error
from heddle._heddle import GivenSetting, policies

#: A bool, an int, a float, a str, a class of a policy, or a dictionary of these.
Value = Any
#: Keys are those of `heddle list parameters`: {"l1.hit_latency": 40} and {"l1": {"hit_latency": 40}} are the same.
Settings = Mapping[str, Value]
#: Name or file of a machine, or a dictionary: of `base`, the machine that it is like, and of what differs.
MachineLike = Union[str, Settings]


def plain(value: Value) -> Value:
    """A scalar of NumPy's as the Python number that it holds."""
    return value.item() if isinstance(value, numpy.generic) else value


def flat(settings: Settings, name: str, prefix: str = "") -> Iterator[tuple[str, Value, str]]:
    """Each value with its dotted key, and where it was given, as Python writes it."""
    if not isinstance(settings, Mapping):
        raise Error(f"{name}: settings are a dictionary, such as {{'l1.hit_latency': 40}}, and this is a "
                    f"{type(settings).__name__}")
    for key, value in settings.items():
        if not isinstance(key, str):
            raise Error(f"{name}[{key!r}]: a key is a str, such as 'l1.hit_latency'")
        origin = f"{name}[{key!r}]"
        text(key, f"{name}: a key", "l1.hit_latency")
        if isinstance(value, str):
            text(value, origin, "gto")
        if isinstance(value, Mapping):
            yield from flat(value, origin, f"{prefix}{key}.")
        else:
            yield prefix + key, plain(value), origin


def given(settings: Settings, name: str) -> list[GivenSetting]:
    """As the simulator takes them. A kind's choice stands in the table `policies` of a machine's file."""
    return [GivenSetting(key.removeprefix("policies."), value, origin) for key, value, origin in flat(settings, name)]


def based(machine: MachineLike) -> tuple[str, Settings]:
    """The machine that it is based on, and what differs from that."""
    if isinstance(machine, str):
        return text(machine, "a machine", "gtx480"), {}
    if not isinstance(machine, Mapping):
        raise Error(f"a machine is a name, a file or a dictionary, and not a {type(machine).__name__}")
    base = machine.get("base")
    if not isinstance(base, str):
        raise Error("machine['base']: a machine that is a dictionary names the one that it is based on: "
                    "{'base': 'gtx480', ...}")
    return text(base, "machine['base']", "gtx480"), {key: value for key, value in machine.items() if key != "base"}


def words_of(settings: Settings, name: str) -> list[str]:
    """As the commands take them: "key=value"."""
    return [f"{key.removeprefix('policies.')}={_word(value, origin)}" for key, value, origin in flat(settings, name)]


def toml_of_machine(settings: Settings) -> str:
    """A file of settings, as `--config` takes it."""
    kinds = policies()  # whose choices stand in a table, since [KIND.NAME] has the parameters
    lines = []
    for key, value, origin in flat(settings, "machine"):
        _word(value, origin)  # refuses what no setting is
        lines.append(f"{'policies.' if key in kinds else ''}{key} = {json.dumps(value)}\n")
    return "".join(lines)


def _word(value: Value, origin: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return value
    if callable(value):
        raise Error(f"{origin}: a command runs in a process of its own and cannot call a class of Python's; "
                    "use heddle.Simulation, or name the class's file and policy: options=['--policy', 'FILE.py'], "
                    "settings={'warp_scheduler': 'my_scheduler'}")
    raise Error(f"{origin}: a value is a bool, an int, a float or a str, and this is a {type(value).__name__}")
