"""A simulated GPU in this process."""
from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Optional, Union

import numpy
from numpy.typing import DTypeLike, NDArray

from heddle import _heddle
from heddle._arrays import Array, checked_array, checked_dtype
from heddle._checks import items, path, text, words
from heddle._errors import Error, PolicyError
from heddle._kernels import Extent, Module, extent_of
from heddle._pointees import source_types
from heddle._policies import Offer, Probe, check_methods, kinds
from heddle._results import Result
from heddle._settings import MachineLike, Settings, based, given


def _made_as(kind: type, setting: _heddle.GivenSetting) -> Callable[[], Any]:
    """Makes an object of a policy; of what else a function gives, says so."""
    make: Any = setting.value

    def made() -> Any:
        policy = make()
        if not isinstance(policy, kind):
            raise Error(f"{setting.origin}: {getattr(make, '__name__', make)} returned {policy!r}; it is to return an object "
                        f"of a class that derives from heddle.{kind.__name__}")
        check_methods(type(policy), kind)
        return policy
    return made


class Simulation:
    """A machine with its memory. A process may hold any number; one thread at a time uses each, and while it
    simulates the others run. Ctrl-C ends a run: the simulation then takes no further launch.

    `settings` are over the machine's. "warp_scheduler" and "throttle" also take a class of Python's."""

    def __init__(self, machine: MachineLike = "gtx480", settings: Optional[Settings] = None,
                 probes: Iterable[Probe] = ()) -> None:
        base, differing = based(machine)
        self._offers: list[Offer] = []
        self._late: list[int] = []
        self._warned: set[Hashable] = set()  # subjects of warnings that were given
        #: Results of launches that a fault, a policy or Ctrl-C cut off: what was measured until then.
        self.cut_off: list[Result] = []
        over = self._offer_policies(given({} if settings is None else settings, "settings"))
        over += self._offer_probes(probes)
        self._device: _heddle.Device
        try:
            self._device = _heddle.Device(base, given(differing, "machine"), over)
        except Error as error:
            raise self._raised_by_policy(error) from self._cause()

    def _offer_policies(self, settings: list[_heddle.GivenSetting]) -> list[_heddle.GivenSetting]:
        """Classes become the policy `python` and its parameter `class`."""
        over = []
        for setting in settings:
            if not callable(setting.value):
                over.append(setting)
                continue
            kind = kinds().get(setting.key)
            if kind is None:
                raise Error(f"{setting.origin}: a class of Python's can be a {' or a '.join(kinds())}")
            if isinstance(setting.value, type) and not issubclass(setting.value, kind):
                raise Error(f"{setting.origin}: {setting.value.__name__} does not derive from heddle.{kind.__name__}")
            if isinstance(setting.value, type):
                check_methods(setting.value, kind)
            offer = self._offer(_made_as(kind, setting), getattr(setting.value, "__name__", kind.__name__))
            over.append(_heddle.GivenSetting(setting.key, "python", setting.origin))
            over.append(_heddle.GivenSetting(f"{setting.key}.python.class", offer.name, setting.origin))
        return over

    def _offer_probes(self, probes: Iterable[Probe]) -> list[_heddle.GivenSetting]:
        names = []
        for probe in items(probes, "probes", "[probe]"):
            if not isinstance(probe, Probe):
                raise Error(f"probes: {probe!r} is no object of a class that derives from heddle.Probe")
            check_methods(type(probe), Probe)
            names.append(self._offer(lambda made=probe: made, type(probe).__name__).name)
        return [_heddle.GivenSetting("probe.python.class", " ".join(names), "probes")] if names else []

    def _offer(self, make: Any, label: str) -> Offer:
        self._offers.append(Offer(make, label))
        return self._offers[-1]

    def _cause(self) -> Optional[BaseException]:
        return next((offer.raised for offer in self._offers if offer.raised is not None), None)

    def _raised_by_policy(self, error: Error) -> BaseException:
        """What the caller gets: Ctrl-C in Python code of a policy is Ctrl-C."""
        cause = self._cause()
        if cause is None:
            return error
        return PolicyError(str(error)) if isinstance(cause, Exception) else cause

    def load(self, ptx: str, name: str = "ptx") -> Module:
        """Compiles PTX text; messages call it `name`."""
        if not isinstance(ptx, str):
            raise Error(f"PTX is a str, and this is a {type(ptx).__name__}; load_file() takes the name of a file")
        text(ptx, "PTX", ".version 6.0 ...")
        return self._module(ptx, text(name, "the name of PTX", "scale.ptx"), "")

    def _module(self, ptx: str, name: str, cuda: str) -> Module:
        """`cuda`: the source, or "" if it is not known."""
        return Module(self, self._device.load(ptx, name), source_types(cuda))

    def load_file(self, file: Union[str, "os.PathLike[str]"]) -> Module:
        """Compiles a file of PTX (.ptx) or CUDA C++ (.cu)."""
        name = path(file, "a file")
        try:
            code = _heddle.read_code(str(name), name.suffix != ".cu").decode()
        except (Error, UnicodeDecodeError) as error:
            raise Error(f"{name}: cannot be read: {error}") from error
        if name.suffix != ".cu":
            return self.load(code, str(name))
        from heddle._programs import ptx_of
        return self._module(ptx_of(name, ["-lineinfo"]), f"PTX of {name}", code)

    def compile(self, cuda: str, options: Iterable[str] = ()) -> Module:
        """Compiles CUDA C++ text by `heddle cc`, with its options; kernels have their C++ names."""
        from heddle._programs import ptx_of_text
        ptx = ptx_of_text(cuda, ["-lineinfo", *words(options, "options", "['-O2']")])
        return self._module(ptx, "PTX of CUDA text", cuda)

    def to_device(self, array: NDArray[Any]) -> Array:
        """A copy of a NumPy array in device memory."""
        checked_array(array, "the array")
        made = Array(self, array.shape, array.dtype)
        made.set(array)
        return made

    def empty(self, shape: Extent, dtype: DTypeLike = numpy.float32) -> Array:
        """An array in device memory whose values are not set."""
        sizes = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
        for size in sizes:
            extent_of(size, "shape")
        return Array(self, sizes, checked_dtype(dtype))

    def zeros(self, shape: Extent, dtype: DTypeLike = numpy.float32) -> Array:
        made = self.empty(shape, dtype)
        made.set(numpy.zeros(made.shape, made.dtype))
        return made

    @property
    def configuration(self) -> str:
        """A machine file (TOML) of the same machine, with every parameter."""
        return self._device.configuration()

    @property
    def parameters(self) -> dict[str, Any]:
        """The same in nested dictionaries."""
        return tomllib.loads(self.configuration)

    @property
    def now(self) -> int:
        """Core cycles since the simulation began."""
        return self._device.now()

    @property
    def free_bytes(self) -> int:
        """Of device memory."""
        self._flush()
        return self._device.free_bytes()

    def _wait(self, launch: int) -> Result:
        try:
            return Result(self._device.wait(launch))
        except BaseException as error:
            self.cut_off += [Result(record) for record in self._device.take_records() if not record.complete]
            if not isinstance(error, Error) or self._cause() is None:
                raise
            raise self._raised_by_policy(error) from (self._cause() if isinstance(self._cause(), Exception) else None)

    def _allocate(self, nbytes: int) -> int:
        self._flush()
        return self._device.allocate(nbytes)

    def _release_late(self, address: int) -> None:
        """Of an array whose last reference went: perhaps in another thread, in the middle of a run."""
        self._late.append(address)

    def _flush(self) -> None:
        while self._late:
            self._device.release(self._late.pop())
