"""How fast heddle simulates on this host, beside the simulators that were measured on a host of its kind."""
import json

from reports import data
from reports.numbers import count, percent
from reports.page import Page

TITLE = "Performance: how fast heddle simulates"
TIME = "5 minutes"
TARGETS = ["heddle", "heddle_sdk"]
OPTIONS = {"--rows": {"metavar": "REGEX", "help": "rows in whose names this is found, to try the command"},
           "--repeat": {"metavar": "N", "type": int, "help": "runs of each row, the median counts (default: 5)"}}

INTRODUCTION = """
`heddle bench` on one host thread. A rate is warp instructions for a second of host time inside timed launches, in millions; shares are of that
time: `sm`, `memory` and `bookkeeping` add up to all of it, and `functional` is what computing the values alone takes, part of `sm`. `peak` is the
largest memory of the process. Shares say more than rates: hosts differ, and a shared host differs from minute to minute.
[The guide](../docs/guide/performance.md) says what is measured and how to compare.
"""


def bench(tools, options):
    file = tools.folder / "bench.json"
    command = [tools.heddle, "bench", "--repeat", options.repeat or 5, "--json", file]
    if options.rows:
        command += ["--rows", options.rows]
    tools.output(*command, shown=True)
    return json.loads(file.read_text())


def rates_table(page, rows):
    cells = []
    for row in rows:
        nanoseconds = row["ns_per_warp_instruction"]
        shares = [percent(nanoseconds[phase] / nanoseconds["total"]) for phase in ("sm", "memory", "bookkeeping")]
        cells.append((row["name"], row["machine"], f"{row['warp_instructions_per_second'] / 1e6:.2f}",
                      f"{nanoseconds['total']:.0f}", *shares, percent(row["functional_ns"] / nanoseconds["total"]),
                      f"{row['peak_bytes'] / 2**20:.0f} MiB"))
    page.table(("row", "machine", "M warp instructions/s", "ns a warp instruction", "sm", "memory", "bookkeeping",
                "functional", "peak"), cells)


def launches_table(page, rows):
    launches = [row for row in rows if row["launches"] >= 1000]
    if launches:
        page.section("What a launch costs by itself")
        page.text("Host time of the whole program over its launches, of a kernel of one thread that adds one.")
        page.table(("row", "machine", "launches", "µs a launch"),
                   [(row["name"], row["machine"], count(row["launches"]), f"{row['wall_us_per_launch']:.1f}")
                    for row in launches])


def paired(rows, theirs):
    """Each row with the other simulator's line for it, where that has a rate."""
    peers = {(line["row"], line["machine"]): line for line in theirs if line["kwips"]}
    return [(row, peers[row["name"], row["machine"]]) for row in rows if (row["name"], row["machine"]) in peers]


def rate_ratios(page, rows, theirs, simulator):
    cells = []
    for row, line in paired(rows, theirs):
        own = row["warp_instructions_per_second"] / 1e3
        cells.append((row["name"], row["machine"], line["kwips"], count(own), f"{own / float(line['kwips']):.0f}"))
    if cells:
        page.table(("row", "machine", f"{simulator}, k warp instructions/s", "heddle, the same", "ratio, indicative"), cells)


def time_ratios(page, rows, theirs):
    """What a user waits: it does not depend on what is counted as an instruction."""
    cells = []
    for row, line in paired(rows, theirs):
        seconds = int(line["warp_instructions"]) / (1e3 * float(line["kwips"]))
        cells.append((row["name"], row["machine"], f"{seconds:.1f}", f"{row['host_seconds']:.3f}",
                      f"{seconds / row['host_seconds']:.0f}"))
    if cells:
        page.table(("row", "machine", "GPGPU-Sim, s", "heddle, s", "ratio, indicative"), cells)


def measure(tools, options):
    measured = bench(tools, options)
    host, rows = measured["host"], measured["rows"]
    page = Page(TITLE, INTRODUCTION)
    page.text(f"Host: {host['processor']}, {host['logical_processors']} logical processors. Each value is that of the repeat with "
              f"the median time, of {len(rows[0]['host_seconds_of_repeats'])}.")
    rates_table(page, rows)
    launches_table(page, rows)
    page.section("Beside other simulators")
    page.text("The others' numbers are committed data of a sitting of their own. Ratios across sittings are indicative: the speed "
              "of one host drifts by half and more. heddle counts machine instructions, GPGPU-Sim those of PTX, of which a machine "
              "instruction is one or several; the seconds of a program do not depend on what is counted.")
    rate_ratios(page, rows, data.read(tools.root, "gpgpusim"), "GPGPU-Sim")
    time_ratios(page, rows, data.read(tools.root, "gpgpusim"))
    rate_ratios(page, rows, data.read(tools.root, "accelsim"), "Accel-Sim")
    page.section("Sources")
    page.text(data.source(tools.root, "gpgpusim"))
    page.text(data.source(tools.root, "accelsim"))
    return page
