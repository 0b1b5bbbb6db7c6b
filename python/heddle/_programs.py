"""Whole CUDA programs: compiled by `heddle cc`, run by `heddle run`."""
from __future__ import annotations

import json
import os
import re
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Optional, Union

from heddle import _heddle, _tools
from heddle._checks import items, path, text, words
from heddle._errors import CommandError, Error
from heddle._settings import MachineLike, Settings, based, toml_of_machine, words_of
from heddle._statistics import Number, Statistics

PathLike = Union[str, "os.PathLike[str]"]


def compile_program(sources: Union[PathLike, Sequence[PathLike]], output: PathLike, options: Iterable[str] = ()) -> Path:
    """Compiles and links CUDA C++ as `heddle cc` does, with nvcc's options, and returns the program."""
    files = [sources] if isinstance(sources, (str, os.PathLike)) else items(sources, "sources", "['a.cu']")
    names, program = [path(file, "a source") for file in files], path(output, "output")
    _tools.command(["cc", *names, "-o", program, *words(options, "options", "['-O2']")])
    return program


def ptx_of(source: PathLike, options: Iterable[str] = ()) -> str:
    """The device code of a CUDA file as PTX."""
    with tempfile.TemporaryDirectory(prefix="heddle-python-") as folder:
        output = Path(folder) / "code.ptx"
        _tools.command(["cc", "-ptx", path(source, "a source"), "-o", output, *words(options, "options", "['-O2']")])
        return output.read_text()


def ptx_of_text(cuda: str, options: Iterable[str] = ()) -> str:
    """The same for CUDA text."""
    text(cuda, "CUDA text", "__global__ void f() {}")
    with tempfile.TemporaryDirectory(prefix="heddle-python-") as folder:
        source = Path(folder) / "text.cu"
        source.write_text(f'#line 1 "CUDA text"\n{cuda}', encoding="utf-8")  # for messages
        ptx = ptx_of(source, options)
    return re.sub(r'(\.file\s+\d+\s+)"[^"]*/CUDA text"', r'\1"CUDA text"', ptx)  # the compiler puts a folder before it


class Part:
    """A kernel or a launch of a run, or the run as a whole."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    @property
    def name(self) -> str:
        """Of the kernel, as C++ writes it; "" of a whole run."""
        return str(self._values.get("name", self._values.get("kernel", "")))

    @property
    def statistics(self) -> Statistics:
        """A value that is not in stats.json is 0."""
        values: dict[str, Number] = self._values.get("statistics", {})
        return Statistics(values, all_zero=True)

    @property
    def cycles(self) -> int:
        return int(self.statistics["cycles"])

    def as_row(self) -> dict[str, Any]:
        """Everything, for a table."""
        plain = {key: "x".join(map(str, value)) if isinstance(value, list) else value
                 for key, value in self._values.items() if not isinstance(value, dict)}
        return {**plain, **self.statistics}

    def __repr__(self) -> str:
        return f"<{self.name or 'total'}: {self.cycles} cycles>"


class Run(Part):
    """What `heddle run` measured: in total, by kernel and by launch."""

    def __init__(self, folder: Path, output: str = "", status: Optional[int] = None) -> None:
        self._all: dict[str, Any] = json.loads(_heddle.read_stats(str(folder / "stats.json")))
        if not isinstance(self._all, dict) or not isinstance(self._all.get("total"), dict) or "status" not in self._all:
            raise ValueError("its stats.json is not that of heddle run; run the program again with heddle run --out FOLDER")
        super().__init__(self._all["total"])
        self._configuration = _heddle.read_settings(str(folder / "config.toml")).decode()
        #: What the program wrote to standard output, and its exit code; None of a run that was read.
        self.output, self.exit_code = output, status

    @property
    def status(self) -> str:
        """"complete", "incomplete" or "failed"; `reason` says why."""
        return str(self._all["status"])

    @property
    def reason(self) -> str:
        return str(self._all.get("reason", ""))

    @property
    def warnings(self) -> list[str]:
        return list(self._all.get("warnings", []))

    @property
    def machine(self) -> str:
        return str(self._all.get("machine", ""))

    @property
    def parameters(self) -> dict[str, Any]:
        """Every parameter as it was, in nested dictionaries."""
        return tomllib.loads(self._configuration)

    @property
    def kernels(self) -> list[Part]:
        return [Part(kernel) for kernel in self._all.get("kernels", [])]

    @property
    def launches(self) -> list[Part]:
        return [Part(launch) for launch in self._all.get("launches", [])]

    def kernel(self, name: str) -> Part:
        """A kernel by its name, or the beginning of it."""
        found = [kernel for kernel in self.kernels if kernel.name == name or kernel.name.split("(")[0] == name]
        if len(found) == 1:
            return found[0]
        from heddle._errors import unknown
        raise unknown("kernel", name, [kernel.name for kernel in self.kernels])


def _machine_words(machine: MachineLike, folder: Path) -> list[str]:
    """Options of the command; what differs from a machine's base stands in a file."""
    base, differing = based(machine)
    if not differing:
        return ["--machine", base]
    file = folder / "machine.toml"
    file.write_text(toml_of_machine(differing))
    return ["--machine", base, "--config", str(file)]


def run(program: PathLike, arguments: Iterable[object] = (), machine: MachineLike = "gtx480",
        settings: Optional[Settings] = None, out: Optional[PathLike] = None, options: Iterable[str] = (),
        folder: Optional[PathLike] = None, check: bool = True) -> Run:
    """Runs a CUDA program as `heddle run` does and returns what was measured. `out` keeps the run's folder, `options`
    are those of the command, `folder` is where the program runs. A run that is not complete raises CommandError,
    unless `check` is False."""
    with tempfile.TemporaryDirectory(prefix="heddle-python-") as name:
        own = Path(name)
        kept = own / "run" if out is None else path(out, "out")
        line = ["run", "--quiet", *_machine_words(machine, own), "--overwrite", "--out", str(kept.absolute())]
        for word in words_of({} if settings is None else settings, "settings"):
            line += ["--set", word]
        file = path(program, "a program")
        line += [*words(options, "options", "['--stats', 'kernel']"), "--",
                 str(file.absolute() if file.exists() else file), *map(str, items(arguments, "arguments", "['graph.txt', 4]"))]
        line = [str(_tools.program()), *line]
        before = _written(kept)
        status, output, said = _tools.finish(line, None if folder is None else path(folder, "folder"), show=False)
        if _written(kept) == before:  # a refused run leaves what an earlier one wrote
            raise CommandError(_tools.failure(line, status, said), status, output)
        made = Run(kept, output, status)
    if check and (status != 0 or made.status == "failed"):
        raise CommandError(_tools.failure(line, status, said), status, output)
    return made


def _written(folder: Path) -> Optional[int]:
    """When the run's results were written, in nanoseconds; None: there are none."""
    try:
        return (folder / "stats.json").stat().st_mtime_ns
    except OSError:
        return None


def read_run(folder: PathLike) -> Run:
    """What an earlier `heddle run --out FOLDER` left."""
    place = path(folder, "folder")
    try:
        return Run(place)
    except (Error, ValueError, KeyError) as error:
        raise Error(f"{place} is no folder of a run of heddle's: {error}") from error
