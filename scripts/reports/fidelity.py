"""heddle's cycles beside those of GPGPU-Sim and of a real V100."""
from reports import bench_rows, data
from reports.numbers import arithmetic_mean, count, geometric_mean, percent
from reports.page import Page

TITLE = "Fidelity: cycles beside GPGPU-Sim's and beside a V100's"
TIME = "5 minutes"
MACHINES = ("gtx480", "v100")
# Beside GPGPU-Sim, v100 has the values of SM7_QV100 where its file takes others from measurements.
OF_GPGPU_SIM = {"gtx480": (),
                "v100": ("sm.shared_sizes=single", "control.launch_latency=5000", "load_store.shared_latency=20",
                         "load_store.shared_atomic_cycles=0", "l1.hit_latency=20", "l1.lines_per_cycle=1",
                         "l2.fetch_bytes=32", "l2.dirty_share=1", "l2.atomic_cycles=0",
                         "interconnect.output_queues=false", "dram.t_refi=0", "dram.t_rfc=0")}

TARGETS = ["heddle", "heddle_sdk", "suite"]

# What GPGPU-Sim or its configuration does otherwise, said in heddle's settings.
EXPERIMENTS = (
    ("hotspot-256", "gtx480", ("execution.float64.unit=sfu", "execution.sfu.lanes=4"),
     "double precision and special functions on one unit of 4 lanes, as in SM2_GTX480"),
    ("hotspot-256", "gtx480", ("sm.blocks=3",), "blocks an SM that NVIDIA's register count leaves"),
    ("hotspot-256", "gtx480", ("sm.blocks=3", "execution.float64.unit=sfu", "execution.sfu.lanes=4"), "both"),
    ("matmul-256", "gtx480", ("l1.set_index=linear",), "sets of the L1 by the remainder, not by Fermi's exclusive or"),
    ("bfs-4096", "gtx480", ("fetch.cache_bytes=0",), "instruction cache without misses"),
    ("hotspot-256", "gtx480", ("fetch.cache_bytes=0",), "instruction cache without misses"),
    ("nw-256", "gtx480", ("fetch.cache_bytes=0",), "instruction cache without misses"),
    ("pathfinder-20000", "gtx480", ("fetch.cache_bytes=0",), "instruction cache without misses"),
    ("mandelbrot-256", "v100", ("execution.sp.count=8",), "twice the single precision pipelines"),
    ("mandelbrot-256", "v100", ("execution.sp.collectors=8", "execution.integer.collectors=8"),
     "operand collectors in front of the pipelines, as in SM7_QV100"),
    *((row, "v100", ("control.launch_latency=0",), "launches without latency")
      for row in ("bfs-4096", "hotspot-256", "mandelbrot-256", "nw-256")))

INTRODUCTION = """
Core cycles of kernels, all launches of a program added up, and warp instructions: of heddle, of GPGPU-Sim 4.2 and of a Quadro GV100. A
ratio is heddle's number over the other. The other simulator's and the card's numbers are committed data; the command of
this page runs heddle alone. [The guide](../docs/guide/fidelity.md) says what is compared and why cycles differ.
"""


class Cycles:
    """Runs of the programs of `heddle bench`, each made once."""

    def __init__(self, tools, steps):
        self._tools, self._steps, self._known = tools, steps, {}

    def total(self, row, machine, settings=()):
        case = (row, machine, settings)
        if case not in self._known:
            self._tools.progress(len(self._known), self._steps, f"{row} on {machine} {' '.join(settings)}")
            _, workload, arguments = next(each for each in bench_rows.ROWS if each[0] == row)
            self._known[case] = self._tools.total(self._tools.workload(workload), arguments, machine=machine,
                                                  settings=OF_GPGPU_SIM[machine] + settings)
        return self._known[case]


def by_row(lines, machine, ptx):
    return {line["row"]: line for line in lines if line["machine"] == machine and line["ptx"] == ptx}


def ratio(value, other):
    return f"{value / other:.2f}"


def cycles_table(page, runs, theirs, machine, ptx):
    rows, ratios = [], []
    for row, line in by_row(theirs, machine, ptx).items():
        own = runs.total(row, machine)
        ratios.append(own["cycles"] / int(line["cycles"]))
        rows.append((row, count(int(line["warp_instructions"])), count(own["ptx_instructions"]),
                     count(own["warp_instructions"]), count(int(line["cycles"])), count(own["cycles"]),
                     f"{ratios[-1]:.2f}"))
    page.table(("program", "GPGPU-Sim: PTX instructions", "heddle: PTX instructions", "heddle: machine instructions",
                "GPGPU-Sim: cycles", "heddle: cycles", "ratio"), rows)
    if len(ratios) > 1:
        page.text(f"Ratios: geometric mean {geometric_mean(ratios):.2f}, from {min(ratios):.2f} to {max(ratios):.2f}; "
                  f"arithmetic mean of their distances from 1: {percent(arithmetic_mean(abs(r - 1) for r in ratios))}.")


def experiments_table(page, runs, theirs):
    rows = []
    for row, machine, settings, meaning in EXPERIMENTS:
        usual, changed = runs.total(row, machine), runs.total(row, machine, settings)
        same = by_row(theirs, machine, "heddle cc").get(row)
        rows.append((row, machine, " ".join(f"`{setting}`" for setting in settings), meaning, count(usual["cycles"]),
                     count(changed["cycles"]), ratio(changed["cycles"], usual["cycles"]),
                     ratio(changed["cycles"], int(same["cycles"])) if same else ""))
    page.table(("program", "machine", "settings", "what they are", "cycles without", "with", "with over without",
                "with over GPGPU-Sim's, same PTX"), rows)


def kernel_of(stats, name):
    """The statistics of the kernel whose function has this name."""
    found = [kernel for kernel in stats["kernels"] if kernel["kernel"].split("(")[0].split("<")[0].endswith(name)]
    if len(found) != 1:
        raise ValueError(f"{len(found)} kernels are called {name}")
    return found[0]


def silicon_table(tools, page):
    card = {line["name"]: line for line in data.read(tools.root, data.SILICON)}
    stand_ins = data.read(tools.root, data.SILICON + "_stand_ins")
    rows, ratios = [], []
    for number, stand_in in enumerate(stand_ins):
        program, workload, arguments, kernel = (stand_in[key] for key in ("name", "workload", "arguments", "kernel"))
        tools.progress(number, len(stand_ins), f"{workload} on v100, beside the card's {program}")
        found = kernel_of(tools.run(tools.workload(workload), arguments.split(), machine="v100", options=("--kernels", kernel)), kernel)
        cycles = found["statistics"]["cycles"] / found["timed_launches"]
        measured = int(card[program]["cycles [cycles]"])
        ratios.append(cycles / measured)
        rows.append((f"{program}, `{card[program]['kernel']}`", f"{workload} {arguments}, `{kernel}`", count(measured),
                     count(cycles), f"{ratios[-1]:.2f}"))
    page.table(("on the card", "in heddle", "cycles there, a launch", "cycles here, a launch", "ratio"), rows)
    page.text(f"Ratios: geometric mean {geometric_mean(ratios):.2f}; arithmetic mean of their distances from 1: "
              f"{percent(arithmetic_mean(abs(r - 1) for r in ratios))}.")


def measure(tools, _options):
    theirs = data.read(tools.root, "gpgpusim")
    steps = len(bench_rows.ROWS) * len(MACHINES) + len(EXPERIMENTS)
    runs = Cycles(tools, steps)
    page = Page(TITLE, INTRODUCTION)
    for machine in MACHINES:
        page.section(f"The same algorithms, {machine}")
        page.text("GPGPU-Sim's programs are compiled by nvcc, heddle's by `heddle cc`. "
                  "Where the two have other PTX, their instructions differ too.")
        cycles_table(page, runs, theirs, machine, "nvcc")
    for machine in MACHINES:
        page.section(f"The same PTX, {machine}")
        page.text("The same program file, made by `heddle cc`, on both simulators: what is left is the models'.")
        cycles_table(page, runs, theirs, machine, "heddle cc")
    page.section("Settings that account for differences")
    page.text("What GPGPU-Sim or its configuration does otherwise, one at a time.")
    experiments_table(page, runs, theirs)
    page.section("Beside a Quadro GV100")
    page.text("heddle's programs stand for the card's: the same algorithm and problem size, other source, other input data, another "
              "compiler. The ratios are therefore indicative. Both are the average of a kernel's launches.")
    silicon_table(tools, page)
    page.section("Sources")
    page.text(data.source(tools.root, "gpgpusim"))
    page.text(data.source(tools.root, data.SILICON))
    return page
