"""What a kernel's pointers point at, held against the types of arrays. A kernel with a C++ symbol names the types of its
parameters. Of another one (extern "C") the CUDA source has them, where heddle has compiled it; else PTX says through which
pointers floating-point numbers alone go, and of which size. What none of these says is not checked; an array of NumPy's
default types, which nobody may have chosen, then gets a warning."""
from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Optional

import numpy

if TYPE_CHECKING:
    from heddle._heddle import KernelParameter

#: Kind and bytes of C++ types: "f" of floating point, "i" of whole numbers, "b" of any bits.
_TYPES = {
    "float": ("f", 4), "double": ("f", 8), "__half": ("f", 2), "__nv_bfloat16": ("b", 2), "bool": ("i", 1),
    "char": ("i", 1), "signed char": ("i", 1), "unsigned char": ("i", 1), "short": ("i", 2), "unsigned short": ("i", 2),
    "int": ("i", 4), "unsigned int": ("i", 4), "long": ("i", 8), "unsigned long": ("i", 8), "long long": ("i", 8),
    "unsigned long long": ("i", 8), "__half2": ("f", 2), "__nv_bfloat162": ("b", 2),
}
_VECTORS = {
    "char": "char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short", "int": "int",
    "uint": "unsigned int", "long": "long", "ulong": "unsigned long", "longlong": "long long",
    "ulonglong": "unsigned long long", "float": "float", "double": "double",
}
#: What sources write for these types, and names in C++ symbols do not.
_SPELLED = {
    "unsigned": "unsigned int", "signed": "int", "signed int": "int", "short int": "short", "long int": "long",
    "long long int": "long long", "unsigned short int": "unsigned short", "unsigned long int": "unsigned long",
    "unsigned long long int": "unsigned long long", "half": "__half", "half2": "__half2", "size_t": "unsigned long",
    "int8_t": "signed char", "uint8_t": "unsigned char", "int16_t": "short", "uint16_t": "unsigned short",
    "int32_t": "int", "uint32_t": "unsigned int", "int64_t": "long", "uint64_t": "unsigned long",
}
_NAMES = {("f", 2): "float16", ("f", 4): "float32", ("f", 8): "float64", ("i", 1): "uint8", ("i", 2): "int16",
          ("i", 4): "int32", ("i", 8): "int64", ("b", 2): "uint16"}

Element = tuple[str, int]


class Pointee:
    """What a parameter points at: its element, and the words for messages."""

    def __init__(self, element: Element, words: str, is_inferred: bool) -> None:
        self.element, self.words, self.is_inferred = element, words, is_inferred

    @property
    def dtype(self) -> str:
        return _NAMES[self.element]

    def takes(self, dtype: numpy.dtype[Any]) -> bool:
        """Whether numbers of this dtype are of the elements' kind and size. Fields and complex numbers are looked at
        one by one; of a dtype with fields, PTX may use a part alone."""
        if self.is_inferred and dtype.names is not None:
            return True
        return all(self._takes(*element) for element in elements_of(dtype))

    def _takes(self, kind: str, size: int) -> bool:
        wanted, bytes_ = self.element
        if kind == "V":  # bytes of a type that NumPy does not know
            return size % bytes_ == 0
        if size != bytes_:
            return False
        return wanted in ("b", kind) or (self.dtype == "float16" and kind == "i")


def elements_of(dtype: numpy.dtype[Any]) -> list[Element]:
    """Kind and bytes of the numbers that an element of an array is made of."""
    if dtype.subdtype is not None:
        return elements_of(dtype.subdtype[0])
    if dtype.fields is not None:
        return [element for field in dtype.fields.values() for element in elements_of(field[0])]
    if dtype.kind == "c":
        return [("f", dtype.itemsize // 2)]
    return [({"b": "i", "u": "i"}.get(dtype.kind, dtype.kind), dtype.itemsize)]


def parameter_types(name: str) -> Optional[list[str]]:
    """The types in the name of a function as C++ writes it: of "void scale<int>(int*, float const*)" the last two."""
    end = name.rfind(")")
    if end < 0:
        return None
    depth, begin, commas = 0, -1, []
    for at in range(end, -1, -1):
        if name[at] in ")>]}":
            depth += 1
        elif name[at] in "(<[{":
            depth -= 1
            if depth == 0:
                begin = at
                break
        elif name[at] == "," and depth == 1:
            commas.append(at)
    if begin < 0:
        return None
    places = [begin, *reversed(commas), end]
    types = [name[first + 1:last].strip() for first, last in zip(places, places[1:])]
    return [] if types in ([""], ["void"]) else types


def source_types(cuda: str) -> dict[str, list[str]]:
    """By name of each extern "C" kernel the types of its parameters, as the CUDA text has them. A kernel is left out if
    the text has two with its name and other types, or if its parameters are no plain list."""
    code = re.sub(r"//[^\n]*|/\*.*?\*/", " ", cuda, flags=re.DOTALL)
    found: dict[str, list[str]] = {}
    doubtful: set[str] = set()
    for match in re.finditer(r"\b__global__\b[^;{}()]*(?:__launch_bounds__\s*\([^()]*\)[^;{}()]*)?\b(\w+)\s*\(([^()]*)\)", code):
        name, types = match[1], [_declared_type(one) for one in match[2].split(",")] if match[2].strip() else []
        if found.setdefault(name, types) != types or "<" in match[2]:
            doubtful.add(name)
    return {name: types for name, types in found.items() if name not in doubtful}


def _declared_type(declaration: str) -> str:
    """Of "const float* __restrict__ values" the type; of an array "float values[]" a pointer."""
    without = re.sub(r"\b(__restrict__|__restrict|restrict|__grid_constant__)\b", " ", declaration)
    array = re.fullmatch(r"\s*(.*\W)(\w+)\s*\[[^\]]*\]\s*", without, re.DOTALL)
    named = array or re.fullmatch(r"\s*(.*[\s*&])(\w+)\s*", without, re.DOTALL)
    words = " ".join((named[1] if named else without).replace("*", " * ").split())
    # "const float *" and "float const *" are one type
    words = re.sub(r"^const (.*?)( \*|$)", r"\1 const\2", words)
    return words.replace(" *", "*") + ("*" if array else "")


def element_of(type_name: str) -> Optional[Element]:
    """Of "float const*" the kind and bytes of a float; none of what is no pointer to numbers."""
    words = re.sub(r"\b(const|volatile|restrict|__restrict__|__restrict)\b", "", type_name)
    if not words.rstrip().endswith("*"):
        return None
    pointee = " ".join(words.rstrip()[:-1].split())
    if pointee.endswith("*"):
        return "i", 8
    pointee = _SPELLED.get(pointee.removeprefix("std::"), pointee)
    vector = re.fullmatch(r"([a-z]+)[1-4]", pointee)
    return _TYPES.get(_VECTORS.get(vector[1], "") if vector else pointee)


def pointees(name: str, parameters: list[KernelParameter],
             declared: Optional[list[str]] = None) -> list[Optional[Pointee]]:
    """By parameter; none where nothing is known. `declared`: the types that the source has, of a name without types."""
    types = parameter_types(name) or declared
    if types is not None and len(types) == len(parameters):
        return [_named(type_name) or (_inferred(parameter.pointee) if types is declared else None)
                for type_name, parameter in zip(types, parameters)]
    return [_inferred(parameter.pointee) for parameter in parameters]


def is_unchecked(name: str, declared: Optional[list[str]], index: int, dtype: numpy.dtype[Any]) -> bool:
    """Whether nothing says what the parameter points at, and the array may be of NumPy's default type by oversight."""
    if parameter_types(name) is not None:
        return False
    is_any = declared is not None and index < len(declared) and "void" in declared[index]
    return not is_any and dtype in (numpy.dtype(numpy.float64), numpy.dtype(numpy.int64))


def _named(type_name: str) -> Optional[Pointee]:
    element = element_of(type_name)
    return None if element is None else Pointee(element, f"the kernel's parameter is a {type_name}", False)


def _inferred(pointee: str) -> Optional[Pointee]:
    if not pointee:
        return None
    size = int(pointee.removeprefix("f")) // 8
    return Pointee(("f", size), f"the kernel's PTX reads and writes floating-point numbers of {8 * size} bits there", True)
