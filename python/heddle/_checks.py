"""Arguments of the package's functions, looked at before the extension takes them: what is wrong ends in a message that
says what to type."""
from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy

from heddle._errors import Error


def text(value: Any, what: str, example: str) -> str:
    """A str that can be written as UTF-8."""
    if not isinstance(value, str):
        raise Error(f"{what} is a str, such as {example!r}, and this is a {type(value).__name__}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Error(f"{what} {value!r} has characters that are no text of Unicode's") from None
    return value


def path(value: Any, what: str) -> Path:
    """The name of a file or folder."""
    try:
        name = os.fspath(value)
    except TypeError:
        raise Error(f"{what} is the name of a file, a str or a pathlib.Path, and this is a {type(value).__name__}") from None
    return Path(text(os.fsdecode(name), what, "results/run").replace("\0", "\\0"))


def words(value: Any, what: str, example: str) -> list[str]:
    """A list of words; a str alone would be taken for its characters."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise Error(f"{what} is a list of words, such as {example}, and this is a {type(value).__name__}")
    return [text(str(word), f"each of {what}", "-O2") for word in value]


def items(value: Any, what: str, example: str) -> list[Any]:
    """What a loop may go over."""
    if not isinstance(value, Iterable):
        raise Error(f"{what} is a list, such as {example}, and this is a {type(value).__name__}")
    return list(value)


def shared_bytes(value: Any) -> int:
    """Of dynamic shared memory."""
    if not isinstance(value, (int, numpy.integer)) or not 0 <= value < 1 << 32:
        raise Error(f"shared_bytes={value!r}: a whole number of bytes a block, from 0 on")
    return int(value)
