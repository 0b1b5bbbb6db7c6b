"""Energy and power of kernels, by component; area of what policies store."""
from reports.numbers import percent
from reports.page import Page
from reports.tools import size_of

TITLE = "Energy: power of kernels, and area of policies"
TIME = "1 minute"

WORKLOADS = ("matmul", "black_scholes", "hotspot", "bfs", "kmeans", "spmv_scalar", "stencil", "scalar_product", "lbm", "aes")
VIRUS = (("gtx480", "60 256 64"), ("v100", "640 256 32"))
TARGETS = ["heddle", "heddle_sdk", *(f"suite/{name}" for name in (*WORKLOADS, "power_virus"))]

STATIC = ("static.sm", "static.l2", "static.interconnect", "static.memory_controllers", "static.other", "board")
# Columns, and the components that each adds up.
GROUPS = {"fetch": ("fetch_decode",),
          "registers": ("register_file",),
          "pipelines": ("integer_units", "float_units", "double_units", "special_units", "matrix_units",
                        "other_units"),
          "SM memories": ("shared_memory", "l1d", "constant_cache", "texture_cache"),
          "L2, crossbar": ("l2", "interconnect"),
          "DRAM, controllers": ("dram.activate", "dram.read", "dram.write", "dram.background", "memory_controllers"),
          "SMs with warps": ("clock.sm",),
          "static, board": STATIC}
BY_TIME = (*STATIC, "dram.background", "clock.sm")  # grow with time alone

INTRODUCTION = """
Joules of a run by component, as shares of the total; watts are the total over the time in which kernels run. Static power and the board's
are drawn whatever happens, `SMs with warps` while schedulers have warps, the rest by event. [The guide](../docs/guide/energy.md) has the
model, the sources of its coefficients and how far they can be trusted.
"""


def joules(total, components):
    return sum(total[f"energy.{component}"] for component in components)


def shares(total):
    return [percent(joules(total, components) / total["energy.total"]) for components in GROUPS.values()]


def seconds(total):
    return total["energy.total"] / total["energy.average_power"]


def by_time(total):
    return percent(joules(total, BY_TIME) / total["energy.total"])


def row_of(total):
    idle = joules(total, (*STATIC, "dram.background")) / seconds(total)
    return f"{1e3 * seconds(total):.3f}", f"{total['energy.average_power']:.0f}", *shares(total), by_time(total), idle


def area_table(tools, page, machine):
    """The second table of `heddle cost`, whose header has `mm2 an SM`."""
    _, _, text = tools.output(tools.heddle, "cost", "--machine", machine).partition("mm2 an SM")
    table, _, _ = text.partition("\n\n")
    rows = []
    for line in table.splitlines()[1:]:
        name, area, share, *study = line.split(maxsplit=3)
        rows.append((f"`{name}`", area, share, *(study or [""])))
    page.table(("policy", "mm2 an SM", "of the chip", "stated by its study"), rows)


def measure(tools, _options):
    manifests = {path.stem: manifest for path, manifest in tools.manifests()}
    page = Page(TITLE, INTRODUCTION)
    header = ("ms", "W", *GROUPS, "grows with time alone")
    cells = []
    for number, name in enumerate(WORKLOADS):
        tools.progress(number, len(WORKLOADS) + len(VIRUS), name)
        total = tools.total(tools.workload(name), size_of(manifests[name], "small"), machine="gtx480")
        cells.append((name, *row_of(total)[:-1]))
    page.section("Workloads, gtx480, size small")
    page.table(("workload", *header), cells)
    cells = []
    for number, (machine, arguments) in enumerate(VIRUS):
        tools.progress(len(WORKLOADS) + number, len(WORKLOADS) + len(VIRUS), f"power_virus on {machine}")
        *values, idle = row_of(tools.total(tools.workload("power_virus"), arguments.split(), machine=machine))
        cells.append((machine, f"`power_virus {arguments}`", *values, f"{idle:.1f}"))
    page.section("A power virus")
    page.text("Multiply-adds and integer chains of all warps, and an array that streams by. The last column is what the machine "
              "draws with no event and no warp.")
    page.table(("machine", "program", *header, "idle, W"), cells)
    page.section("Area of what policies store, machine ccws")
    area_table(tools, page, "ccws")
    return page
