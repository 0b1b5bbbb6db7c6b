"""What the workloads' kernels are like, beside the studies' own tables."""
import pathlib

from reports.page import Page

TITLE = "The workloads: what their kernels are like"
TIME = "10 minutes"
TARGETS = ["heddle", "heddle_sdk", "suite"]
OPTIONS = {"--results": {"metavar": "FILE", "type": pathlib.Path,
                         "help": "SQLite file of the sweep: runs that it has are taken from it (default: all anew)"}}

SWEEP = "workloads/characteristics.toml"


def measure(tools, options):
    results = (options.results or tools.folder / "characteristics.sqlite").absolute()
    tools.output(tools.heddle, "sweep", SWEEP, "--results", results, shown=True)
    title, _, rest = tools.output(tools.heddle, "workloads", "--characteristics", results).partition("\n")
    return Page(title.removeprefix("# "), rest)
