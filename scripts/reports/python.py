"""What a policy or probe that is written in Python costs, beside the same one in C++."""
import json
import os
import subprocess
import sys

from reports.errors import ReportError
from reports.numbers import count
from reports.page import Page

TITLE = "Python: what a policy in Python costs"
TIME = "2 minutes"
TARGETS = ["heddle", "heddle_sdk", "heddle_python"]
REPEAT = 5

INTRODUCTION = """
Two kernels on a GTX 480, one of loads and one of arithmetic, with a policy in C++ and with one in Python. Where they decide alike, the cycles are
the same; the processor time of the simulation is not. A scheduler that compares all candidates is beside gto, a probe beside a run without one.
Medians of five runs, on one host thread. `benchmarks/python_policies.py` has the classes;
[the guide](../docs/guide/python.md) says what such a policy is for.
"""


def python_of(build):
    """The interpreter that the package was built for."""
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith("Python_EXECUTABLE:"):
            return line.partition("=")[2]
    raise ReportError(f"{build} has no Python package: scripts/setup.sh installs what it needs, then configure again")


def measured(tools):
    program = tools.root / "benchmarks" / "python_policies.py"
    source, ptx = tools.folder / "sums.cu", tools.folder / "sums.ptx"
    source.write_text(program.read_text().partition('CUDA = """')[2].partition('"""')[0])
    tools.output(tools.heddle, "cc", "-ptx", source, "-o", ptx)
    environment = {**os.environ, "PYTHONPATH": str(tools.build / "python"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([python_of(tools.build), program, str(REPEAT), ptx], env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=sys.stderr)
    if done.returncode != 0:
        raise ReportError(f"{program} ended with exit code {done.returncode}")
    return json.loads(done.stdout)


def measure(tools, _options):
    page = Page(TITLE, INTRODUCTION)
    tools.progress(0, 1, "policies")
    rows = measured(tools)
    page.table(("policy or probe", "kernel", "warp instructions", "C++, s", "Python, s", "factor"),
               [(row["name"], row["kernel"], count(row["warp_instructions"]), f"{row['cpp']:.2f}", f"{row['python']:.2f}",
                 f"{row['python'] / row['cpp']:.1f}") for row in rows])
    return page
