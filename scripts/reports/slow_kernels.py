"""Kernels with one fault each: whether the page of a run names the fault, and whether what it states as gain is the gain."""
import json

from reports.numbers import count, percent
from reports.page import Page

TITLE = "Slow kernels: does a page name the fault, and what its mending gains?"
TIME = "8 minutes"
TARGETS = ["heddle", "heddle_sdk"]

PROGRAM = "examples/faults/faults.cu"
MACHINES = {"blocks": "gtx480", "partitions": "gtx480"}
MACHINE = "v100"
NEAR = 0.25  # of the gain

INTRODUCTION = f"""
The kernels of `{PROGRAM}` have one fault each, and a mended twin that computes the same. Each runs on `{MACHINE}`, where no other machine is named.
The page of the run with the fault (`heddle report`) names a cause; `heddle whatif` states what its mending would gain, the greatest gain of those
that the page gives for the cause. The twin's gain is the share of its cycles that the kernel loses with the twin. The stated gain is near if it is
within a quarter of the twin's gain.
"""


def first_limit(page):
    """The first limit of the first kernel in the data of a page of `heddle report`."""
    kernels, _ = json.JSONDecoder().raw_decode(page, page.index('"kernels":') + len('"kernels":'))
    return kernels[0]["limits"][0]


def measure_fault(tools, program, fault):
    machine = MACHINES.get(fault, MACHINE)
    folder = tools.folder / "run"
    mended = tools.run(program, (fault, "mended"), machine=machine)["total"]["statistics"]["cycles"]
    seeded = tools.run(program, (fault, "seeded"), machine=machine)["total"]["statistics"]["cycles"]
    limit = first_limit(tools.output(tools.heddle, "report", folder, "-o", "-"))
    rows = json.loads(tools.output(tools.heddle, "whatif", folder, "--json", "--only", ",".join(limit["mended_by"])))["rows"]
    best = min(rows, key=lambda row: row["cycles"])
    gain, true_gain = 1 - best["cycles"] / seeded, 1 - mended / seeded
    near = abs(gain - true_gain) <= NEAR * true_gain
    name = fault if machine == MACHINE else f"{fault} ({machine})"
    return near, (name, count(seeded), count(mended), limit["title"], best["title"], percent(gain), percent(true_gain), "yes" if near else "no")


def measure(tools, _options):
    program = tools.folder / "faults"
    tools.output(tools.heddle, "cc", tools.root / PROGRAM, "-o", program)
    faults = tools.output(program).split()
    rows, all_near = [], 0
    for number, fault in enumerate(faults):
        tools.progress(number, len(faults), fault)
        near, row = measure_fault(tools, program, fault)
        all_near += near
        rows.append(row)
    page = Page(TITLE, INTRODUCTION)
    page.table(("fault", "cycles", "of the twin", "cause that the page names", "made ideal", "stated gain", "gain of the twin", "near"), rows)
    page.text(f"Near: {all_near} of {len(rows)} gains.")
    return page
