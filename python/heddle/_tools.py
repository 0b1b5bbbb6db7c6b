"""heddle's program, and how its commands are run."""
from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Optional

from heddle._errors import CommandError, Error

LAST_LINES = 20  # of what a command said that failed


def program() -> Path:
    """The program `heddle`: HEDDLE_PROGRAM, that of this package or of its build, or the one on the PATH."""
    named = os.environ.get("HEDDLE_PROGRAM")
    if named:
        if not os.access(named, os.X_OK):
            raise Error(f"HEDDLE_PROGRAM={named}: no such program")
        return Path(named).absolute()
    package = Path(__file__).parent
    places = [package / "installation" / "bin" / "heddle", *(folder / "heddle" for folder in _build_folders(package))]
    for place in places:
        if os.access(place, os.X_OK) and place.is_file():
            return place
    found = shutil.which("heddle")
    if found is None:
        raise Error("the program heddle was not found: name it in HEDDLE_PROGRAM, or build it (ninja heddle heddle_sdk)")
    return Path(found)


def _build_folders(package: Path) -> list[Path]:
    """This file is a link into the sources; the extension lies where it was built: build/python/heddle."""
    from heddle import _heddle
    return [Path(_heddle.__file__).parent.parent.parent, package.parent.parent]


def command(words: Sequence[object], *, folder: Optional[Path] = None, show: bool = False) -> str:
    """Runs `heddle WORDS...` and returns its standard output. `show`: what it says besides is seen at once. Ctrl-C ends
    the command as it does in a terminal, and then raises KeyboardInterrupt."""
    line = [str(program()), *map(str, words)]
    status, output, said = finish(line, folder, show)
    if status != 0:
        raise CommandError(failure(line, status, said or output), status, output)
    return output


def finish(line: Sequence[str], folder: Optional[Path], show: bool) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command."""
    sys.stdout.flush()
    process = subprocess.Popen(line, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=None if show else subprocess.PIPE, text=True, errors="replace")
    try:
        output, said = process.communicate()
    except BaseException:
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        raise
    return process.returncode, output, said or ""


def failure(line: Sequence[str], status: int, said: str) -> str:
    """heddle's own message, or what was said last."""
    own = [text.removeprefix("heddle: ") for text in said.splitlines() if text.startswith("heddle: ")]
    last = "\n".join(own) or "\n".join(said.strip().splitlines()[-LAST_LINES:])
    end = f"signal {-status}" if status < 0 else f"exit code {status}"
    return last or f"{' '.join(line)} ended with {end}"
