"""The programs of `heddle bench` that GPGPU-Sim was measured with: fidelity and speed are about them."""
import pathlib
import re

from reports import data

ROOT = pathlib.Path(__file__).resolve().parents[2]


def _rows():
    """Row, workload, arguments, from the list that `heddle bench` has."""
    listed = re.findall(r'\{"([\w-]+)", "(\w+)", "([\d ]+)"\}', (ROOT / "src/cli/bench/rows.cpp").read_text())
    rows = {row: (row, workload, arguments.split()) for row, workload, arguments in listed}
    measured = dict.fromkeys(line["row"] for line in data.read(ROOT, "gpgpusim"))
    return tuple(rows[row] for row in measured)


ROWS = _rows()
TARGETS = tuple(f"suite/{workload}" for _, workload, _ in ROWS)
