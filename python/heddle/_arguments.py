"""The arguments of a kernel as bytes, checked against the types of its PTX parameters."""
from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Optional

import numpy

from heddle._arrays import Array
from heddle._errors import Error
from heddle._pointees import Pointee

if TYPE_CHECKING:
    from heddle._heddle import KernelParameter

FLOATS = {"f16": "<e", "f32": "<f", "f64": "<d"}


class _Slot:
    """One parameter, for conversion and for messages."""

    def __init__(self, kernel: str, index: int, parameter: KernelParameter, pointee: Optional[Pointee]) -> None:
        self.kernel, self.index, self.parameter, self.pointee = kernel, index, parameter, pointee

    def error(self, text: str) -> Error:
        wanted = f"{self.parameter.bytes} bytes" if self.parameter.type == "bytes" else f".{self.parameter.type}"
        return Error(f"kernel {self.kernel}: argument {self.index} ({self.parameter.name}, {wanted}) {text}")

    def whole(self, value: int) -> bytes:
        """A Python int, as the parameter's type."""
        kind, size = self.parameter.type, self.parameter.bytes
        if kind in FLOATS:
            return self.number(float(value))
        if kind == "bytes":
            raise self.error("takes a struct by value: give bytes, or a NumPy scalar of a structured dtype")
        low = 0 if kind[0] == "u" else -(1 << (8 * size - 1))
        high = (1 << (8 * size - 1)) - 1 if kind[0] == "s" else (1 << (8 * size)) - 1
        if not low <= value <= high:
            raise self.error(f"is {value}; it takes {low} to {high}")
        return (value & ((1 << (8 * size)) - 1)).to_bytes(size, "little")

    def number(self, value: float) -> bytes:
        """A Python float."""
        if self.parameter.type not in FLOATS:
            raise self.error(f"is the float {value!r}, and the parameter is no number of floating point; give an int, "
                             "or say which bits it has with numpy.float32(...)")
        try:
            return struct.pack(FLOATS[self.parameter.type], value)
        except OverflowError:
            raise self.error(f"is {value!r}, which does not fit") from None

    def scalar(self, value: numpy.generic) -> bytes:
        """A NumPy scalar, as it is."""
        kind, size = self.parameter.type, self.parameter.bytes
        if value.dtype.itemsize != size:
            raise self.error(f"is a numpy.{value.dtype} of {value.dtype.itemsize} bytes")
        wants_float, is_float = kind in FLOATS, value.dtype.kind == "f"
        if kind not in ("bytes",) and kind[0] != "b" and wants_float != is_float:
            raise self.error(f"is a numpy.{value.dtype}: convert it, so that it is clear which number is meant")
        return value.tobytes()

    def address(self, value: Array) -> bytes:
        if self.parameter.type == "bytes" or self.parameter.type in FLOATS:
            raise self.error("is an array, and the parameter is no address")
        if self.pointee is not None and not self.pointee.takes(value.dtype):
            raise self.error(f"is an array of {value.dtype}, and {self.pointee.words}: "
                             f"array.astype(numpy.{self.pointee.dtype}) has the same numbers; where bits are meant, give "
                             f"array.view(numpy.{self.pointee.dtype}), or the address of a heddle.Array")
        try:
            return self.whole(value.address)
        except Error as error:
            if "was freed" in str(error):
                raise self.error(f"cannot be used: {error}") from None
            raise


def encoded(kernel: str, index: int, parameter: KernelParameter, pointee: Optional[Pointee], value: Any) -> bytes:
    """The bytes of one argument."""
    slot = _Slot(kernel, index, parameter, pointee)
    if isinstance(value, Array):
        return slot.address(value)
    if isinstance(value, numpy.generic):
        return slot.scalar(value)
    if isinstance(value, (bool, int)):
        return slot.whole(int(value))
    if isinstance(value, float):
        return slot.number(value)
    if isinstance(value, (bytes, bytearray)):
        if len(value) != parameter.bytes:
            raise slot.error(f"has {len(value)} bytes")
        return bytes(value)
    raise slot.error(f"is a {type(value).__name__}; a kernel takes numbers, NumPy scalars and arrays, "
                     "heddle.Array, and bytes for structs")


def check_count(kernel: str, parameters: list[KernelParameter], given: int) -> None:
    if given == len(parameters):
        return
    listed = ", ".join(f"{parameter.name}: {parameter.type}" for parameter in parameters)
    raise Error(f"kernel {kernel} has {len(parameters)} parameters ({listed}), and {given} arguments are given")
