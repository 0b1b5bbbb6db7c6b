"""Registers per thread: beside NVIDIA's assembler, beside the studies, with narrow addresses, within limits."""
import pathlib

from reports import registers_addresses, registers_limits, registers_ptxas, registers_studies
from reports.page import Page

TITLE = "Registers per thread"
TIME = "2 minutes"
TARGETS = ["heddle", "heddle_sdk", "suite"]
OPTIONS = {"--ptx": {"metavar": "DIR", "type": pathlib.Path,
                     "help": "PTX of other suites, DIR/SUITE/FILE.ptx, as `tests/model/registers/oracle.py compile` leaves it"}}

INTRODUCTION = """
Registers of a thread as heddle counts them, with those that the machine reserves, of the kernels of workloads/ and of other suites. An error is
heddle's count less the other, over the other; means are arithmetic, over kernels. [The guide](../docs/guide/registers.md) says
how registers are counted and where the count falls short.
"""


def measure(tools, options):
    page = Page(TITLE, INTRODUCTION)
    registers_ptxas.add(tools, page, options.ptx)
    registers_studies.add(tools, page)
    registers_addresses.add(tools, page)
    registers_limits.add(tools, page)
    return page
