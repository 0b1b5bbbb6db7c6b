"""Measured values of others: CSV files whose leading `#` lines name the source. They are committed in reports/data, and in
experiments/silicon where an experiment judges them."""
import csv

SILICON = "experiments/silicon/gv100"


def _lines(root, name):
    folder = root if "/" in name else root / "reports" / "data"
    return (folder / f"{name}.csv").read_text().splitlines()


def read(root, name):
    """Rows of reports/data/NAME.csv as dictionaries; a NAME with a folder is relative to the root."""
    return list(csv.DictReader(line for line in _lines(root, name) if not line.startswith("#")))


def source(root, name):
    """What the file says of its source, as a paragraph."""
    return " ".join(line.lstrip("# ").strip() for line in _lines(root, name) if line.startswith("#"))
