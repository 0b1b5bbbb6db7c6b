"""Part of the report on registers: what fewer registers than a kernel needs cost, and what the count does to occupancy."""
from reports import bench_rows
from reports.numbers import arithmetic_mean, count, percent
from reports.tools import size_of

LIMITS = (16, 20, 24, 32)
COUNTS = ("assembler", "code")  # compiler.registers
PROGRAMS = tuple(row for row in bench_rows.ROWS if row[1] in ("matmul", "hotspot", "vecadd"))
MACHINES = ("gtx480", "v100")


def executed(tools, entry, manifest, settings=()):
    return tools.total(tools.workload(entry), size_of(manifest, "tiny"), machine="gtx480", settings=settings,
                       options=("--timing", "none"))["functional.warp_instructions"]


def spills(tools, page):
    manifests = tools.manifests()
    more = {limit: [] for limit in LIMITS}
    for number, (path, manifest) in enumerate(manifests):
        tools.progress(number, len(manifests), f"{path.stem}, limits of registers")
        without = executed(tools, path.stem, manifest)
        for limit in LIMITS:
            within = executed(tools, path.stem, manifest, (f"device.max_registers_per_thread={limit}",))
            if within != without:
                more[limit].append(within / without - 1)
    page.section("Spills")
    page.text("Warp instructions that workloads execute beyond those without a limit, size tiny, gtx480: mean of the workloads that execute another "
              "number.")
    page.table(("`device.max_registers_per_thread`", f"of {len(manifests)} workloads", "more instructions"),
               [(limit, len(shares), percent(arithmetic_mean(shares), 1)) for limit, shares in more.items() if shares])


def occupancy(tools, page):
    rows = []
    for row, workload, arguments in PROGRAMS:
        for machine in MACHINES:
            cells = []
            for registers in COUNTS:
                tools.progress(len(rows), len(PROGRAMS) * len(MACHINES), f"{row} on {machine}, registers by {registers}")
                stats = tools.run(tools.workload(workload), arguments, machine=machine,
                                  settings=(f"compiler.registers={registers}",))
                kernel = stats["kernels"][0]
                cells += [count(stats["total"]["statistics"]["cycles"]), kernel["registers_per_thread"], kernel["blocks_per_sm"]]
            rows.append((row, machine, *cells))
    page.section("What the count does to occupancy")
    page.text("`compiler.registers`: `assembler`, the count above, and `code`, what the code that runs needs.")
    page.table(("program", "machine", *(f"{registers}: {word}" for registers in COUNTS
                                        for word in ("cycles", "registers", "blocks an SM"))), rows)


def add(tools, page):
    spills(tools, page)
    occupancy(tools, page)
