"""Warnings that name the line of the user's program."""
from __future__ import annotations

import sys
import warnings
from collections.abc import Hashable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heddle._simulation import Simulation


class ArrayWarning(UserWarning):
    """An array whose type heddle cannot check, and which may have the wrong one."""


def warn(simulation: "Simulation", subject: Hashable, words: str) -> None:
    """Once for each subject of a simulation."""
    if subject in simulation._warned:
        return
    simulation._warned.add(subject)
    warnings.warn(words, ArrayWarning, stacklevel=_calls_inside())


def _calls_inside() -> int:
    """The number of calls from warn() to the user's line."""
    package, level, frame = str(Path(__file__).parent), 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(package):
        frame, level = frame.f_back, level + 1
    return level
