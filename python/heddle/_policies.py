"""Warp schedulers, throttles and probes that are written in Python: for first trials. Each decision and each event
takes the interpreter's lock and calls Python, so a run is slower by the factor that reports/python.md states."""
from __future__ import annotations

import difflib
import importlib.util
import inspect
import itertools
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Optional, Union
from weakref import WeakValueDictionary

from heddle._errors import Error

if TYPE_CHECKING:
    from heddle import _heddle


class _SmPolicy:
    """What policies of an SM are told; none of it needs to be heard. An entity is a warp, by a number of the SM's, or
    a part of one where the organisation divides warps."""

    _kind: str  # the name of the kind of policies
    sm: "_heddle.Sm"  #: what the policy may know; set before anything is called

    def kernel_started(self, kernel: int, name: str) -> None: ...
    def block_dispatched(self, block_slot: int, kernel: int, warps: int) -> None: ...
    def warp_launched(self, entity: int) -> None: ...
    def warp_exited(self, entity: int) -> None: ...
    def barrier_reached(self, block_slot: int) -> None: ...
    def barrier_released(self, block_slot: int, warps: int) -> None: ...

    def waits(self, entity: int, wait: str) -> None:
        """`wait`: "memory", "fence", "peers" (at a barrier) or "host"; "none": it waits no longer."""

    def instruction_issued(self, entity: int, pc: int, lanes: int) -> None: ...
    def issued(self, slot: int, entity: int) -> None: ...


class WarpScheduler(_SmPolicy):
    """Which warp issues next. Give the class as settings={"warp_scheduler": MyScheduler}; each SM gets an object."""

    _kind = "warp_scheduler"

    def pick(self, slot: int, candidates: tuple[int, ...]) -> Optional[int]:
        """One of the candidates, of which there is one at least; None lets the slot idle this cycle."""
        raise NotImplementedError("a warp scheduler defines pick(self, slot, candidates)")


class Throttle(_SmPolicy):
    """Who may issue at all. Give the class as settings={"throttle": MyThrottle}; each SM gets an object."""

    _kind = "throttle"

    valid_until: Optional[int] = None  #: set in close(): the gate is asked for anew in that cycle

    def close(self) -> Union[Iterable[int], tuple[Iterable[int], Iterable[int]]]:
        """The entities that may issue; or a tuple of two: those that may issue, and those that may load through the
        L1. Asked again after whatever the throttle has been told."""
        raise NotImplementedError("a throttle defines close(self)")


def kinds() -> dict[str, type[_SmPolicy]]:
    """The classes that Python's policies derive from, by the names of their kinds."""
    return {base._kind: base for base in _SmPolicy.__subclasses__()}


class Probe:
    """Hears events and changes nothing. Define the methods of the events that it is to hear, and give an object as
    Simulation(..., probes=[probe]). The first argument is the number of the SM, or of the memory partition."""

    def block_dispatched(self, sm: int, event: "_heddle.BlockDispatched") -> None: ...
    def block_finished(self, sm: int, event: "_heddle.BlockFinished") -> None: ...
    def warp_launched(self, sm: int, event: "_heddle.WarpLaunched") -> None: ...
    def warp_finished(self, sm: int, event: "_heddle.WarpFinished") -> None: ...
    def instruction_issued(self, sm: int, event: "_heddle.InstructionIssued") -> None: ...
    def slot_stalled(self, sm: int, event: "_heddle.SlotStalled") -> None: ...
    def l1_access(self, sm: int, event: "_heddle.L1Access") -> None: ...
    def l2_access(self, partition: int, event: "_heddle.L2Access") -> None: ...
    def dram_access(self, partition: int, event: "_heddle.DramAccess") -> None: ...
    def grid_started(self, dispatcher: int, event: "_heddle.GridStarted") -> None: ...
    def grid_ended(self, dispatcher: int, event: "_heddle.GridEnded") -> None: ...
    def block_sent(self, dispatcher: int, event: "_heddle.BlockSent") -> None: ...


def check_methods(kind: type, base: type) -> None:
    """Refuses a method whose name is nearly one that is called: it would never be."""
    called = [name for name, value in vars(base).items() if callable(value) and not name.startswith("_")]
    called += [name for name in vars(_SmPolicy) if not name.startswith("_")] if issubclass(base, _SmPolicy) else []
    for name in (name for owner in kind.__mro__ if owner not in base.__mro__ for name in vars(owner)):
        if name in called or name.startswith("_") or not callable(getattr(kind, name)):
            continue
        near = difflib.get_close_matches(name, called, 1, 0.8)
        if near:
            raise Error(f"{kind.__name__}.{name} is never called; did you mean '{near[0]}'? A method of your own with such a "
                        f"name begins with _")


class Offer:
    """A class that a simulation offers to the simulator, under a name of its own. Lives as long as the simulation."""

    def __init__(self, make: Callable[[], Any], label: str) -> None:
        self.make = make
        self.name = f"{label}#{next(_numbers)}".replace(" ", "_")
        self.raised: Optional[BaseException] = None
        _offers[self.name] = self

    def keep(self, raised: BaseException, trace: Optional[TracebackType]) -> str:
        """Keeps what the class raised, for the caller; in words for the message."""
        if raised.__traceback__ is None:
            raised.__traceback__ = trace
        if self.raised is None:
            self.raised = raised
        frames = traceback.extract_tb(raised.__traceback__)
        place = f" ({frames[-1].filename}:{frames[-1].lineno}, in {frames[-1].name})" if frames else ""
        words = "".join(traceback.format_exception_only(type(raised), raised)).strip()
        return f"{words}{place} [{self.name}]"


_numbers = itertools.count(1)
_offers: WeakValueDictionary[str, Offer] = WeakValueDictionary()


def find_offer(name: str) -> Optional[Offer]:
    """Called by the simulator."""
    return _offers.get(name)


_of_files: list[Offer] = []  # live as long as the process


def classes_of_file(file: str) -> list[tuple[str, str, str, str, str]]:
    """Runs a file of Python. Of each class of it that is a policy: kind, name, what it does in a line, more on it, and the
    name of its offer. Called by heddle's commands."""
    spec = importlib.util.spec_from_file_location(f"heddle_policies_{next(_numbers)}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, os.path.dirname(file))  # files beside it
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(os.path.dirname(file))
    found = []
    for value in vars(module).values():
        if not isinstance(value, type) or not issubclass(value, _SmPolicy) or value.__module__ != module.__name__:
            continue
        base = next((base for base in kinds().values() if issubclass(value, base)), None)
        if base is None:
            continue
        check_methods(value, base)
        offer = Offer(value, value.__name__)
        _of_files.append(offer)
        line, _, more = inspect.cleandoc(value.__doc__ or "a policy in Python").partition("\n")
        found.append((base._kind, policy_name(value), line.rstrip("."), " ".join(more.split()), offer.name))
    return found


def policy_name(kind: type) -> str:
    """The name under which --set takes a class of a file: "least_progress" of LeastProgress."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", kind.__name__).lower()
