"""Tables of results for pandas, which need not be installed for anything else."""
from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Union

from heddle._errors import Error
from heddle._programs import Part
from heddle._results import Result


def pandas() -> ModuleType:
    """The module, or an ImportError that says what to type."""
    try:
        import pandas as module
    except ImportError as error:
        raise ImportError("tables of results need pandas, which is not installed: apt-get install python3-pandas "
                          "(as_row() and Results.rows() give the same values without it)") from error
    return module  # type: ignore[no-any-return]


def tables(library: str) -> ModuleType:
    """The library "pandas", "polars" or "arrow", or an ImportError that says what to type."""
    if library == "pandas":
        return pandas()
    package = {"polars": "polars", "arrow": "pyarrow"}.get(library)
    if package is None:
        raise Error(f"there is no library of tables '{library}'; there are: pandas, polars, arrow")
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise ImportError(f"tables of {library} need {package}, which is not installed: pip install {package} "
                          "(Results.columns() gives the same values without it)") from error


def write_table(columns: Mapping[str, list[Any]], file: Path) -> None:
    """Writes the columns as Parquet or Arrow, as the file's name ends. Writes the whole file or none."""
    if file.suffix not in (".parquet", ".arrow"):
        raise Error(f"{file}: a table is a file .parquet or .arrow (heddle sweep --export csv writes CSV)")
    arrow = tables("arrow")
    table = arrow.table(dict(columns))
    part = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        if file.suffix == ".parquet":
            importlib.import_module("pyarrow.parquet").write_table(table, part)
        else:
            importlib.import_module("pyarrow.feather").write_feather(table, part)
        part.replace(file)
    except OSError as error:
        raise Error(f"{file}: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def frame(results: Union[Iterable[Union[Result, Part]], Mapping[Any, Union[Result, Part]]]) -> Any:
    """A pandas.DataFrame with a row for each result, kernel, launch or run; of a mapping, whose keys are the index:
    keys that are tuples are an index of several levels."""
    if hasattr(results, "as_row"):
        raise Error("a frame is made of several results: for a single one type heddle.frame([result])")
    if not isinstance(results, Iterable):
        raise Error(f"a frame is made of results in a list or a dictionary, and this is a {type(results).__name__}")
    module = pandas()
    keys: Any = list(results) if isinstance(results, Mapping) else None
    if keys and all(isinstance(key, tuple) for key in keys):
        keys = module.MultiIndex.from_tuples(keys)
    values = list(results.values() if isinstance(results, Mapping) else results)
    for value in values:
        if not hasattr(value, "as_row"):
            raise Error(f"a frame is made of results, and {value!r} is none")
    made = module.DataFrame([value.as_row() for value in values], index=keys)
    numbers = made.select_dtypes("number").columns
    made[numbers] = made[numbers].fillna(0)  # a statistic that nothing counted
    return made
