"""Measured values of others, committed in reports/data: CSV files whose leading `#` lines name the source."""
import csv


def read(root, name):
    """Rows of reports/data/NAME.csv as dictionaries."""
    lines = (root / "reports" / "data" / f"{name}.csv").read_text().splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def source(root, name):
    """What the file says of its source, as a paragraph."""
    lines = (root / "reports" / "data" / f"{name}.csv").read_text().splitlines()
    return " ".join(line.lstrip("# ").strip() for line in lines if line.startswith("#"))
