"""Arrays in the memory of a simulated GPU."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy
from numpy.typing import DTypeLike, NDArray

from heddle._errors import Error

if TYPE_CHECKING:
    from heddle._simulation import Simulation


def checked_dtype(dtype: DTypeLike) -> numpy.dtype[Any]:
    """Refuses what has no meaning in device memory."""
    try:
        made = numpy.dtype(dtype)
    except TypeError as error:
        raise Error(f"{dtype!r} is no type of NumPy's: {error}") from error
    if made.hasobject:
        raise Error(f"an array of {made} holds Python objects, which a GPU cannot read; give it a dtype of numbers, "
                    "as in array.astype(numpy.float32)")
    if made.itemsize == 0 or made.kind in "MmUS":
        raise Error(f"an array of {made} has no meaning on a GPU; give it a dtype of numbers")
    if not made.isnative:
        raise Error(f"an array of {made} has the byte order of another computer; "
                    "array.astype(array.dtype.newbyteorder('=')) has that of this one")
    return made


def checked_array(array: Any, what: str) -> NDArray[Any]:
    """A NumPy array that can be copied as it lies."""
    if not isinstance(array, numpy.ndarray):
        raise Error(f"{what} is a {type(array).__name__} and not a NumPy array; numpy.asarray(it, dtype) makes one")
    checked_dtype(array.dtype)
    if not array.flags.c_contiguous:
        raise Error(f"{what} does not lie in one piece in C order (shape {array.shape}, strides {array.strides}); "
                    "numpy.ascontiguousarray(it) is a copy that does")
    if array.size == 0:
        raise Error(f"{what} has no elements (shape {array.shape}), and an allocation of 0 bytes has no address")
    return array


class Array:
    """Made by Simulation.to_device and Simulation.empty; freed by free(), or with its last reference. A launch keeps
    the arrays that it was given until it was waited for."""

    def __init__(self, simulation: "Simulation", shape: tuple[int, ...], dtype: numpy.dtype[Any]) -> None:
        self._address = 0
        self._simulation, self.shape, self.dtype = simulation, shape, dtype
        if self.nbytes >= 1 << 63:
            raise Error(f"an array of shape {shape} has {self.nbytes} bytes, more than any device memory")
        self._address = simulation._allocate(self.nbytes)

    @property
    def size(self) -> int:
        """Elements."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def address(self) -> int:
        """In device memory."""
        if self._address == 0:
            raise Error("the array was freed; make another one with to_device() or empty()")
        return self._address

    def set(self, array: NDArray[Any]) -> None:
        """Copies a NumPy array of the same dtype and number of elements to the device."""
        checked_array(array, "the array to copy from")
        if array.dtype != self.dtype or array.size != self.size:
            raise Error(f"the device's array has {self.size} elements of {self.dtype}, the array to copy from "
                        f"{array.size} of {array.dtype}; array.astype(numpy.{self.dtype}) has the right ones")
        self._simulation._device.write(self.address, array)

    def to_host(self) -> NDArray[Any]:
        """A copy as a NumPy array. Copies take no simulated time."""
        array = numpy.empty(self.shape, self.dtype)
        self._simulation._device.read(self.address, array)
        return array

    def __array__(self, dtype: DTypeLike = None) -> NDArray[Any]:
        return self.to_host() if dtype is None else self.to_host().astype(dtype)

    def free(self) -> None:
        """Gives the memory back. Using the array afterwards is an error."""
        address, self._address = self.address, 0
        self._simulation._device.release(address)

    def __del__(self) -> None:
        address, self._address = getattr(self, "_address", 0), 0
        if address:
            self._simulation._release_late(address)

    def __repr__(self) -> str:
        place = f"at {self._address:#x}" if self._address else "freed"
        return f"<Array of {self.dtype}, shape {self.shape}, {place}>"
