"""What heddle raises. The text of each says what is wrong, where, and what to type instead."""
from __future__ import annotations

from collections.abc import Sequence


class Error(RuntimeError):
    """A wrong call, a fault of a kernel, a run that failed."""


class SourceError(Error):
    """A mistake in a text, such as PTX; line and column count from 1."""

    def __init__(self, message: str, file: str, line: int, column: int) -> None:
        super().__init__(message)
        self.file, self.line, self.column = file, line, column


class PolicyError(Error):
    """A policy or probe answered what it may not, or raised: the message names it, the SM and the cycle.
    What a class of Python's raised is the __cause__."""


class CommandError(Error):
    """A command of heddle's failed. `status` is its exit code, `output` what it wrote to standard output."""

    def __init__(self, message: str, status: int, output: str) -> None:
        super().__init__(message)
        self.status, self.output = status, output


class UnknownName(Error, KeyError, AttributeError):
    """There is no statistic, kernel or variable of that name."""

    def __str__(self) -> str:
        return str(self.args[0])


def unknown(what: str, name: str, known: Sequence[str]) -> UnknownName:
    """The error for a name that is none of `known`."""
    from heddle._heddle import did_you_mean
    name = str(name).encode(errors="backslashreplace").decode()
    listed = "" if len(known) > 20 else "; there are: " + ", ".join(known)
    return UnknownName(f"there is no {what} '{name}'{did_you_mean(name, list(known)) or listed}")
