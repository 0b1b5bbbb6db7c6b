"""Sweeps: many runs by `heddle sweep`, and their results."""
from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Optional, Union

from heddle import _tools
from heddle._checks import items, path, text, words
from heddle._errors import Error, unknown
from heddle._frames import pandas, tables, write_table
from heddle._settings import words_of

PathLike = Union[str, "os.PathLike[str]"]
#: A sweep's file, or what it says as a dictionary.
Plan = Union[PathLike, Mapping[str, Any]]


class Results:
    """A sweep's results: one SQLite file, whose tables are in docs/reference/results.md."""

    def __init__(self, file: PathLike) -> None:
        self.file = path(file, "results")
        if not self.file.is_file():
            raise Error(f"{self.file}: there are no results; heddle.sweep(plan, results=...) makes them")

    def rows(self, query: str = "SELECT * FROM runs", parameters: Iterable[Any] = ()) -> list[dict[str, Any]]:
        """What an SQL query finds, a dictionary each."""
        sql, values = text(query, "a query", "SELECT * FROM runs"), tuple(items(parameters, "parameters", "['lrr']"))
        connection = sqlite3.connect(f"file:{self.file.absolute()}?mode=ro", uri=True)
        connection.row_factory = sqlite3.Row
        try:
            return [dict(row) for row in connection.execute(sql, values)]
        except (sqlite3.Error, ValueError, OverflowError) as error:
            raise Error(f"{self.file}: {error} (docs/reference/results.md has the tables)") from error
        finally:
            connection.close()

    def query(self, query: str, parameters: Iterable[Any] = ()) -> Any:
        """The same as a pandas.DataFrame."""
        return pandas().DataFrame(self.rows(query, parameters))

    def frame(self) -> Any:
        """A pandas.DataFrame with a row for each run and a column for each statistic."""
        runs = pandas().DataFrame(self.rows()).set_index("run")
        values = pandas().DataFrame(self.rows("SELECT run, name, value FROM statistics"))
        return runs.join(values.pivot(index="run", columns="name", values="value")) if len(values) else runs

    def columns(self) -> dict[str, list[Any]]:
        """The runs as columns with names of their own, as the CSV file of a sweep has them: what names a run, the axes of
        its settings, the parameters that differ, the statistics. None: the run has no such value."""
        runs = self.rows("SELECT * FROM runs ORDER BY run")
        place = {row["run"]: i for i, row in enumerate(runs)}
        statistics = _spread(place, self.rows("SELECT run, name, value FROM statistics"))
        parameters = _spread(place, self.rows(
            "SELECT run, key AS name, value FROM parameters WHERE key IN (SELECT key FROM parameters GROUP BY key HAVING "
            "count(DISTINCT value) > 1 OR count(*) < (SELECT count(DISTINCT run) FROM parameters))"))
        axes = _spread(place, self.rows("SELECT run, axis AS name, choice AS value FROM choices"))
        if list(axes) == ["setting"]:
            axes = {}  # the column of every run
        columns: dict[str, list[Any]] = {name: [row[name] for row in runs] for name in (runs[0] if runs else [])}
        taken: list[tuple[str, dict[str, list[Any]], set[str]]] = [
            ("axis.", axes, {*parameters, *statistics}), ("parameter.", parameters, {*statistics}), ("statistic.", statistics, set())]
        for prefix, added, others in taken:
            for name, values in added.items():
                while name in columns or name in others:
                    name = prefix + name
                columns[name] = values
        return columns

    def write(self, file: PathLike) -> None:
        """Writes columns() to a file .parquet or .arrow; needs pyarrow."""
        write_table(self.columns(), path(file, "a file"))

    def speedups(self, baseline: str) -> Any:
        """A pandas.DataFrame of every run over the run with the setting `baseline`."""
        known = [row["setting"] for row in self.rows("SELECT setting FROM cells GROUP BY setting ORDER BY min(run)")]
        if text(baseline, "a setting", "lrr") not in known:
            raise unknown("setting", baseline, known)
        return self.query("SELECT * FROM speedups WHERE baseline = ?", [baseline])


def _spread(place: Mapping[int, int], rows: Iterable[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Columns by name of (run, name, value). `place`: the row of each run."""
    columns: dict[str, list[Any]] = {}
    for row in rows:
        columns.setdefault(row["name"], [None] * len(place))[place[row["run"]]] = row["value"]
    for values in columns.values():  # a column has one type
        kinds = {type(value) for value in values if value is not None}
        if kinds == {int, float}:
            values[:] = [None if value is None else float(value) for value in values]
        elif len(kinds) > 1:
            values[:] = [None if value is None else str(value) for value in values]
    return columns


def load(file: PathLike, library: str = "pandas") -> Any:
    """A sweep's results as a table of the library "pandas", "polars" or "arrow": Results.columns()."""
    results = Results(file)
    module = tables(text(library, "a library", "pandas"))
    columns = results.columns()
    return module.table(columns) if library == "arrow" else module.DataFrame(columns)


def sweep(plan: Plan, results: PathLike, jobs: Optional[int] = None, options: Iterable[str] = (),
          check: bool = True) -> Results:
    """Runs what is missing in the results. A plan that is a dictionary has the keys of a sweep's file
    (docs/guide/sweeps.md), its paths begin in the current folder, and `set` may be a dictionary of settings. `check`:
    runs that failed raise CommandError; their rows are in the results."""
    file_of_results = path(results, "results")
    line: list[object] = ["sweep", "--results", file_of_results, *([] if jobs is None else ["--jobs", jobs]),
                          *words(options, "options", "['--retry']")]
    if not isinstance(plan, Mapping):
        _perform([*line, path(plan, "a plan that is no dictionary")], check)
        return Results(file_of_results)
    toml = toml_of(plan)
    with tempfile.NamedTemporaryFile("w", suffix=".toml", prefix=".heddle-sweep-", dir=os.getcwd()) as file:
        file.write(toml)
        file.flush()
        _perform([*line, file.name], check)
    return Results(file_of_results)


def _perform(words: list[object], check: bool) -> None:
    from heddle._errors import CommandError
    try:
        _tools.command(words)
    except CommandError as error:
        if check or error.status != 1 or not error.output:
            raise


def read_results(file: PathLike) -> Results:
    """The results of a sweep that was made before."""
    return Results(file)


def toml_of(plan: Mapping[str, Any]) -> str:
    """A sweep's file."""
    plain, tables = [], []
    for key, value in plan.items():
        if isinstance(value, list) and value and all(isinstance(entry, Mapping) for entry in value):
            tables += [f"[[{key}]]\n" + "".join(_line(inner, entry[inner], f"plan[{key!r}]") for inner in entry)
                       for entry in value]
        else:
            plain.append(_line(key, value, "plan"))
    return "\n".join(["".join(plain), *tables])


def _line(key: str, value: Any, origin: str) -> str:
    if key == "set" and isinstance(value, Mapping):
        value = words_of(value, f"{origin}['set']")
    return f"{key} = {_value(value, f'{origin}[{key!r}]')}\n"


def _value(value: Any, origin: str) -> str:
    if isinstance(value, Mapping):
        inner = ", ".join(f"{key} = {_value(held, f'{origin}[{key!r}]')}" for key, held in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(held, origin) for held in value) + "]"
    if isinstance(value, (bool, int, float, str)):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, os.PathLike):
        return json.dumps(os.fspath(value), ensure_ascii=False)
    raise Error(f"{origin}: a plan holds texts, numbers, lists and dictionaries, and this is a {type(value).__name__}")

