"""What tests compare with closed forms, and what the quantum and the control latency do to cycles."""
import json

from reports import bench_rows
from reports.errors import ReportError
from reports.numbers import count, signed_percent
from reports.page import Page

TITLE = "Validation: the timing model against closed forms"
TIME = "2 minutes"
TARGETS = ["heddle", "heddle_sdk", "test_machine", "test_memory", "test_cli", *bench_rows.TARGETS]

# Test binaries, relative to the build, and which of their tests run.
BINARIES = (("tests/model/machine/test_machine", "*"), ("tests/unit/memory/test_memory", "*"),
            ("tests/system/cli/test_cli", "MachineLatency.*"))
# Title of a section, and the test suites whose closed forms stand in it.
SECTIONS = (("Issue and fetch", ("Issue", "Registers", "Collectors", "Fetch")),
            ("Execution units and shared memory", ("Pipeline", "MachineLatency")),
            ("Blocks, barriers, divergence and launches", ("Occupancy", "Barrier", "Divergence", "Launch", "Invariant")),
            ("Caches of an SM", ("L1", "ConstantCache", "TextureCache")),
            ("Memory system", ("Memory", "Crossbar")),
            ("DRAM channel", ("DramChannel",)),
            ("Contexts that leave an SM or its slots", ("Eviction", "GpuDuet", "BlockMoves", "VirtualThread")))
NOT_OF_THE_MODEL = ("ClosedForms",)  # tests of the comparison itself

SETTINGS = ((16, 16), (4, 16), (1, 16), (1, 1))  # quantum, control latency

INTRODUCTION = """
Each row is a quantity that a formula gives from parameters of a machine: the subject with its unit, the formula, the parameters that the
test sets, the value of the formula, and what the model did. Empty cells repeat the ones above. The test fails if the two differ by more than the tolerance, a share of
the expected value. [The guide](../docs/guide/validation.md) says how the tests are made.
"""


def closed_forms(tools, binary, tests):
    """By test suite: subject, formula, parameters, expected, measured, tolerance of each comparison."""
    file = tools.folder / "tests.json"
    tools.output(tools.build / binary, "--gtest_brief=1", f"--gtest_filter={tests}", f"--gtest_output=json:{file}")
    found = {}
    for suite in json.loads(file.read_text())["testsuites"]:
        for test in suite["testsuite"]:
            rows = [value.split("\t") for key, value in test.items() if key.startswith("closed_form_")]
            found.setdefault(suite["name"], []).extend(rows)
    return found


def section_rows(found, suites):
    return [row for suite in suites for row in found.get(suite, [])]


def deviation(row):
    expected, measured = float(row[3]), float(row[4])
    return abs(measured - expected) / abs(expected) if expected else abs(measured)


def cells(comparisons):
    """Rows of a table in which comparisons of one quantity follow each other and its words stand once."""
    grouped = {}
    for subject, formula, *rest in comparisons:
        grouped.setdefault((subject, formula), []).append(rest)
    for quantity, rows in grouped.items():
        for number, (parameters, expected, measured, tolerance) in enumerate(rows):
            words = ("", "") if number else quantity
            yield (*words, parameters, expected, measured,
                   "exact" if float(tolerance) == 0 else f"{100 * float(tolerance):.3g}%")


def summary_table(page, sections):
    rows = []
    for title, comparisons in sections:
        exact = [row for row in comparisons if float(row[5]) == 0]
        rows.append((title, count(len({row[0] for row in comparisons})), count(len(comparisons)), count(len(exact)),
                     f"{100 * max(map(deviation, comparisons)):.2f}%"))
    page.table(("subjects of", "quantities", "comparisons", "of them exact", "largest deviation"), rows)


def check_complete(found):
    """A suite that has closed forms and no section would be missing on the page."""
    known = {suite for _, suites in SECTIONS for suite in suites} | set(NOT_OF_THE_MODEL)
    missing = [suite for suite, rows in found.items() if rows and suite not in known]
    empty = [suite for _, suites in SECTIONS for suite in suites if not found.get(suite)]
    if missing or empty:
        raise ReportError(f"SECTIONS of scripts/reports/validation.py lacks the test suites {missing} or names some "
                          f"without closed forms: {empty}")


def quantum_table(tools, page):
    rows = []
    for number, (row, workload, arguments) in enumerate(bench_rows.ROWS):
        cycles = []
        for step, (quantum, latency) in enumerate(SETTINGS):
            tools.progress(number * len(SETTINGS) + step, len(bench_rows.ROWS) * len(SETTINGS), f"quanta: {row}")
            total = tools.total(tools.workload(workload), arguments, machine="gtx480",
                                settings=(f"control.quantum={quantum}", f"control.control_latency={latency}"))
            cycles.append(total["cycles"])
        rows.append((row, *map(count, cycles), signed_percent(cycles[3] / cycles[2] - 1)))
    page.table(("program", *(f"Q = {q}, L = {latency}" for q, latency in SETTINGS), "L = 1 against L = 16, Q = 1"), rows)


def measure(tools, _options):
    found = {}
    for number, (binary, tests) in enumerate(BINARIES):
        tools.progress(number, len(BINARIES), binary)
        for suite, rows in closed_forms(tools, binary, tests).items():
            found.setdefault(suite, []).extend(rows)
    check_complete(found)
    sections = [(title, section_rows(found, suites)) for title, suites in SECTIONS]
    page = Page(TITLE, INTRODUCTION)
    summary_table(page, sections)
    page.section("Quantum and control latency")
    page.text("Cycles on gtx480. Q is `control.quantum`, L is `control.control_latency`, both in cycles.")
    quantum_table(tools, page)
    for title, comparisons in sections:
        page.section(title)
        page.table(("subject", "formula", "parameters", "expected", "measured", "tolerance"), cells(comparisons))
    return page
