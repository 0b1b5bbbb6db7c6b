"""Part of the report on registers: heddle's counts beside those of NVIDIA's assembler."""
import csv
import importlib.util
from argparse import Namespace

from reports import revision
from reports.errors import ReportError
from reports.numbers import arithmetic_mean, count, percent, signed_percent

LIST = "tests/model/registers/ptxas.csv"
COMPARED = "tests/model/registers/compared_sm_70.csv"  # what the oracle compared last, all suites
WORKLOADS = "workloads"
VOLTA = ("--machine", "v100")
TURING = (*VOLTA, "--set", "sm.threads=1024")  # the V100's SM with half of its threads
PLAIN = ("--set", "compiler.assembler=plain")
# Heading, column of the list, options of `heddle disasm`, registers that the assembler's number has beside heddle's.
TARGETS = (("sm_70, ptxas 11.8", "registers_sm_70", VOLTA, 3), ("sm_75, ptxas 13.0", "registers", TURING, 3))
OTHERS = (("sm_70, `plain`", "registers_sm_70", (*VOLTA, *PLAIN), 3), ("sm_75, `plain`", "registers", (*TURING, *PLAIN), 3),
          ("sm_52, `volta`", "registers_sm_52", VOLTA, 1), ("sm_52, `plain`", "registers_sm_52", (*VOLTA, *PLAIN), 1),
          ("sm_35, `volta`", "registers_sm_35", VOLTA, 1), ("sm_35, `plain`", "registers_sm_35", (*VOLTA, *PLAIN), 1))


def load_oracle(root):
    """tests/model/registers/oracle.py as a module."""
    spec = importlib.util.spec_from_file_location("oracle", root / "tests/model/registers/oracle.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def workloads_tree(tools):
    """A folder with the workloads' PTX where the list's programs have it."""
    tree = tools.folder / "ptx"
    for path, _ in tools.manifests():
        place = tree / WORKLOADS / path.parent.name
        place.mkdir(parents=True, exist_ok=True)
        link = place / f"{path.stem}.ptx"
        if not link.exists():
            link.symlink_to(tools.code(path.stem))
    return tree


def compared(tools, oracle, tree, suite, target):
    """Program, kernel, both counts of each kernel of a suite that the list has."""
    _, column, options, reserved = target
    rows = oracle.compared(Namespace(ptx=tree, heddle=tools.heddle, list=tools.root / LIST, only=suite, column=column,
                                     reserved=reserved, options=list(options)))
    with open(tools.root / LIST, newline="") as file:
        listed = sum(line["program"].startswith(suite + "/") and bool(line[column]) for line in csv.DictReader(file))
    if len(rows) != listed or not rows:
        raise ReportError(f"{LIST} has {listed} kernels of {suite} for {target[0]}, and {tree} has {len(rows)} of them")
    return rows


def error(row):
    return (row["heddle"] - row["ptxas"]) / row["ptxas"]


def errors_of(rows):
    """Cells: kernels, mean absolute error, mean error, share within 10%."""
    errors = [error(row) for row in rows]
    return (count(len(errors)), percent(arithmetic_mean(map(abs, errors)), 1), signed_percent(arithmetic_mean(errors)),
            percent(arithmetic_mean(abs(each) <= 0.1 for each in errors)))


def committed(root):
    """Rows of the other suites as they were compared last, by suite."""
    found = {}
    with open(root / COMPARED, newline="") as file:
        for line in csv.DictReader(file):
            suite = line["program"].split("/")[0]
            found.setdefault(suite, []).append({**line, "ptxas": int(line["ptxas"]), "heddle": int(line["heddle"])})
    found.pop(WORKLOADS)
    return found


def add(tools, page, others):
    oracle = load_oracle(tools.root)
    tree = workloads_tree(tools)
    page.section("Against NVIDIA's assembler")
    large = f"of {oracle.SMALL} registers and more"
    page.text(f"Kernels {large} of the list `{LIST}`. Counts for sm_75 are of a V100 with half of its threads.")
    by_target, rows = [], []
    for number, target in enumerate(TARGETS):
        tools.progress(number, len(TARGETS) + len(OTHERS), target[0])
        by_target.append(compared(tools, oracle, tree, WORKLOADS, target))
        big = [row for row in by_target[-1] if row["ptxas"] >= oracle.SMALL]
        small = [row for row in by_target[-1] if row["ptxas"] < oracle.SMALL]
        rows += [("workloads", target[0], *errors_of(big)), ("workloads, kernels of fewer", target[0], *errors_of(small))]
        rows += other_suites(tools, oracle, others, target)
    page.table(("suite", "target", "kernels", "mean absolute error", "mean error", "within 10%"), rows)
    if not others:
        date = revision.of_file(tools.root, COMPARED)
        page.text(f"rodinia and samples: `{COMPARED}` of revision {date[0]}, {date[1]}; their sources are not in this repository.")
    habits_table(tools, page, oracle, tree, len(TARGETS))
    kernels_table(page, by_target)


def other_suites(tools, oracle, others, target):
    """Rows of suites that are not in this repository: measured if their PTX is there, else as committed for a V100."""
    if others:
        suites = sorted(path.name for path in others.iterdir() if path.is_dir() and path.name != WORKLOADS)
        found = {suite: compared(tools, oracle, others, suite, target) for suite in suites}
    else:
        found = committed(tools.root) if target is TARGETS[0] else {}
    return [(suite, target[0], *errors_of([row for row in rows if row["ptxas"] >= oracle.SMALL]))
            for suite, rows in found.items()]


def habits_table(tools, page, oracle, tree, before):
    page.section("Other architectures, and the habits of plain")
    page.text(f"Kernels of workloads/ of {oracle.SMALL} registers and more; `compiler.assembler` is named beside the target.")
    rows = []
    for number, target in enumerate(OTHERS):
        tools.progress(before + number, before + len(OTHERS), target[0])
        big = [row for row in compared(tools, oracle, tree, WORKLOADS, target) if row["ptxas"] >= oracle.SMALL]
        rows.append((target[0], *errors_of(big)))
    page.table(("target", "kernels", "mean absolute error", "mean error", "within 10%"), rows)


def kernels_table(page, by_target):
    page.section("Kernels of workloads/")
    cells = {}
    for rows in by_target:
        for row in rows:
            cell = (row["ptxas"], row["heddle"], signed_percent(error(row), 0))
            cells.setdefault((row["program"].split("/")[-1], row["kernel"]), []).append(cell)
    page.table(("workload", "kernel", *(f"{target[0]}: {word}" for target in TARGETS for word in ("ptxas", "heddle", "error"))),
               [(*kernel, *(sum(found, ()) + ("",) * 3 * (len(TARGETS) - len(found)))) for kernel, found in cells.items()])
