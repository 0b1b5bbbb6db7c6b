"""Loaded modules, their kernels, and launches."""
from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy

from heddle._arguments import check_count, encoded
from heddle._arrays import Array, checked_array
from heddle._checks import shared_bytes as checked_shared_bytes
from heddle._checks import text
from heddle._errors import Error, unknown
from heddle._pointees import is_unchecked, pointees
from heddle._warnings import warn
from heddle._results import Result

if TYPE_CHECKING:
    from heddle._heddle import KernelParameter, LoadedKernel
    from heddle._simulation import Simulation

#: A number, or one number for each of up to three dimensions.
Extent = Union[int, tuple[int, ...]]


def extent_of(extent: Extent, name: str) -> tuple[int, int, int]:
    """With its three dimensions."""
    numbers = list(extent) if isinstance(extent, (tuple, list)) else [extent]
    try:
        whole = [operator.index(number) for number in numbers]
    except TypeError:
        raise Error(f"{name}={extent!r}: a number, or a tuple of up to three") from None
    if any(number >= 1 << 32 for number in whole):
        raise Error(f"{name}={extent!r}: {max(whole)} is too large; each number is at most {(1 << 32) - 1}")
    if not 1 <= len(whole) <= 3 or not all(number >= 1 for number in whole):
        raise Error(f"{name}={extent!r}: one to three numbers from 1 on")
    x, y, z = (whole + [1, 1])[:3]
    return x, y, z


def check_keywords(kernel: str, given: Mapping[str, Any], unexpected: Mapping[str, Any]) -> None:
    """Of a launch: None stands for one that is not given."""
    if unexpected:
        raise unknown("keyword", next(iter(unexpected)), ["grid", "block", "shared_bytes", "cooperative"])
    for name, value in given.items():
        if value is None:
            raise Error(f"kernel {kernel}: {name} is missing: a number, or a tuple of up to three, such as {name}=32")


class Launch:
    """A kernel that was started, and runs at the same time as others where resources allow."""

    def __init__(self, simulation: "Simulation", number: int, held: list[Any],
                 staged: list[tuple[Array, Any]]) -> None:
        self._simulation, self._number, self._held, self._staged = simulation, number, held, staged
        self._result: Result | None = None

    def wait(self) -> Result:
        """Simulates until the kernel has ended; then copies back the NumPy arrays that it was given."""
        if self._result is None:
            self._result = self._simulation._wait(self._number)
            for array, host in self._staged:
                if host.flags.writeable:
                    self._simulation._device.read(array.address, host)
            self._held, self._staged = [], []
        return self._result


class Kernel:
    """Made by Module. A call runs it to its end and returns the result; `launch` starts it.

    An argument is a number, a NumPy scalar, a heddle.Array, the bytes of a struct, or a NumPy array: that is copied to
    the device before the kernel runs, and back afterwards if it may be written."""

    def __init__(self, simulation: "Simulation", loaded: LoadedKernel, declared: Optional[list[str]] = None) -> None:
        self._simulation, self._loaded, self._declared = simulation, loaded, declared

    @property
    def name(self) -> str:
        """As C++ writes it."""
        return self._loaded.name

    @property
    def symbol(self) -> str:
        return self._loaded.symbol

    @property
    def registers(self) -> int:
        """Per thread."""
        return self._loaded.registers

    @property
    def parameters(self) -> list[tuple[str, str, int]]:
        """Name, type and bytes of each."""
        return [(each.name, each.type, each.bytes) for each in self._loaded.parameters]

    def occupancy(self, block: Extent, shared_bytes: int = 0) -> tuple[int, str]:
        """How many blocks fit on an SM, and what limits them."""
        x, y, z = extent_of(block, "block")
        if x * y * z >= 1 << 32:
            raise Error(f"block={block!r}: no machine has blocks of {x * y * z} threads")
        shared = checked_shared_bytes(shared_bytes)
        blocks, limited_by, misfit = self._simulation._device.occupancy(self._loaded, x * y * z, shared)
        return blocks, misfit or limited_by

    def launch(self, *arguments: Any, grid: Optional[Extent] = None, block: Optional[Extent] = None,
               shared_bytes: int = 0, cooperative: bool = False, **unexpected: Any) -> Launch:
        """Starts the kernel; `grid` and `block` must be given; `shared_bytes` of dynamic shared memory a block."""
        check_keywords(self.name, {"grid": grid, "block": block}, unexpected)
        assert grid is not None and block is not None
        parameters: list[KernelParameter] = self._loaded.parameters
        check_count(self.name, parameters, len(arguments))
        shape = extent_of(grid, "grid"), extent_of(block, "block")
        shared = checked_shared_bytes(shared_bytes)
        staged: list[tuple[Array, Any]] = []
        words = []
        pointed = pointees(self.name, parameters, self._declared)
        for index, (parameter, value) in enumerate(zip(parameters, arguments)):
            if isinstance(value, numpy.ndarray):
                checked_array(value, f"kernel {self.name}: argument {index} ({parameter.name})")
                staged.append((self._simulation.to_device(value), value))
                value = staged[-1][0]
            if isinstance(value, Array) and value._simulation is not self._simulation:
                raise Error(f"kernel {self.name}: argument {index} ({parameter.name}) is an array of another simulation")
            if isinstance(value, Array) and pointed[index] is None:
                self._warn_unchecked(index, parameter, value)
            words.append(encoded(self.name, index, parameter, pointed[index], value))
        number = self._simulation._device.launch(self._loaded, *shape, shared, bool(cooperative), words)
        return Launch(self._simulation, number, list(arguments), staged)

    def _warn_unchecked(self, index: int, parameter: KernelParameter, array: Array) -> None:
        """Once for each parameter."""
        if parameter.type not in ("u64", "s64", "b64") or not is_unchecked(self.name, self._declared, index, array.dtype):
            return
        warn(self._simulation, (self.symbol, index),
             f"kernel {self.name}: argument {index} ({parameter.name}) is an array of {array.dtype}, and nothing says what "
             f"the pointer points at: if the kernel has numbers of another size, array.astype(numpy.float32) or another "
             f"type is meant; if {array.dtype} is meant, give the address of a heddle.Array, or a kernel with a C++ name")

    def __call__(self, *arguments: Any, grid: Optional[Extent] = None, block: Optional[Extent] = None,
                 shared_bytes: int = 0, cooperative: bool = False, **unexpected: Any) -> Result:
        return self.launch(*arguments, grid=grid, block=block, shared_bytes=shared_bytes,
                           cooperative=cooperative, **unexpected).wait()

    def __repr__(self) -> str:
        return f"<Kernel {self.name}, {self.registers} registers>"


class Module(Mapping[str, Kernel]):
    """The kernels of a PTX text, by symbol, by name, or by the bare name of the function."""

    def __init__(self, simulation: "Simulation", loaded: list[LoadedKernel],
                 declared: Mapping[str, list[str]] = MappingProxyType({})) -> None:
        self._simulation, self._kernels = simulation, {kernel.symbol: kernel for kernel in loaded}
        self._declared = declared  # types of parameters in the source, by name of an extern "C" kernel

    def _kernel(self, loaded: LoadedKernel) -> Kernel:
        return Kernel(self._simulation, loaded, self._declared.get(loaded.symbol))

    def __getitem__(self, name: str) -> Kernel:
        if not isinstance(name, str):
            raise unknown("kernel", repr(name), [kernel.function for kernel in self._kernels.values()])
        if name in self._kernels:
            return self._kernel(self._kernels[name])
        found = [kernel for kernel in self._kernels.values() if name in (kernel.name, kernel.function)]
        if len(found) == 1:
            return self._kernel(found[0])
        if found:
            raise Error(f"there are {len(found)} kernels '{name}': say which: "
                        + ", ".join(f"'{kernel.name}'" for kernel in found))
        raise unknown("kernel", name, [kernel.function for kernel in self._kernels.values()])

    def __contains__(self, name: object) -> bool:
        return any(name in (kernel.symbol, kernel.name, kernel.function) for kernel in self._kernels.values())

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)

    def variable(self, name: str) -> int:
        """The device address of a variable."""
        text(name, "the name of a variable", "seen")
        if not self._kernels:
            raise unknown("variable", name, [])
        return self._simulation._device.variable(next(iter(self._kernels.values())), name)
