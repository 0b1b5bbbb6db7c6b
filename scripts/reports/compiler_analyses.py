"""What the compiler's analyses find in the kernels of workloads/: scalars, registers by class, live registers."""
from reports.errors import ReportError
from reports.numbers import arithmetic_mean
from reports.page import Page
from reports.tools import size_of

TITLE = "Compiler analyses: what they find in the workloads"
TIME = "1 minute"
TARGETS = ["heddle", "heddle_sdk", "suite"]

STUDY = "stsimt"  # whose rules the scalar analyses follow
# Columns of `heddle disasm --summary`; the last one there is host time.
COLUMNS = ("instructions", "scalar %", "convergent %", "registers", "a warp", "vectors", "scalars", "a warp by class",
           "a warp, convergent", "loops", "points", "live %", "live apart %")
# Lucas et al., ACM TACO 12(3), 2015: means over their 37 kernels.
PUBLISHED = ("Lucas et al., 37 kernels", "PTX", "31.1", "12.9", "773.2", "17.6, 9.0", "571.1 (-26.1%)", "695.0", "", "")

INTRODUCTION = """
Shares of instructions that are scalar, one value for all threads of a warp, by the rule of Lucas et al. and by the convergent rule of Lee et
al.; registers a warp with one class of registers and with a class for vectors and one for scalars; live registers at preemption points,
as shares of a kernel's registers. Unfolded code is the PTX text's, folded code is what heddle runs. Means are arithmetic, over kernels.
[The guide](../docs/guide/compiler-analyses.md) has the rules.
"""


def summary(tools, entry, options):
    """Name and values of each kernel of a workload."""
    text = tools.output(tools.heddle, "disasm", "--summary", "--markdown", *options, tools.code(entry))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    return [(row[0], row[1:1 + len(COLUMNS)]) for row in rows[2:] if not row[0].startswith("mean of ")]


def mean(kernels, column):
    at = COLUMNS.index(column)
    return arithmetic_mean(float(values[at]) for _, values in kernels if values[at] != "-")


def mean_row(label, code, kernels):
    one_class, by_class = mean(kernels, "a warp"), mean(kernels, "a warp by class")
    return (label, code, f"{mean(kernels, 'scalar %'):.1f}", f"{mean(kernels, 'convergent %'):.1f}", f"{one_class:.1f}",
            f"{mean(kernels, 'vectors'):.1f}, {mean(kernels, 'scalars'):.1f}",
            f"{by_class:.1f} ({100 * (by_class / one_class - 1):+.1f}%)", f"{mean(kernels, 'a warp, convergent'):.1f}",
            f"{mean(kernels, 'live %'):.1f}", f"{mean(kernels, 'live apart %'):.1f}")


def named_by_study(kernels, manifest):
    """Those of the kernels that the study's table has."""
    names = {kernel["kernel"] for kernel in manifest.get("papers", {}).get(STUDY, {}).get("kernels", [])}
    return [kernel for kernel in kernels if kernel[0].split("<")[0] in names]


def static_sections(tools, page, manifests):
    found, of_study = {}, {}
    for code, options in (("unfolded", ["--unfolded"]), ("folded", [])):
        found[code], of_study[code] = {}, []
        for number, (path, manifest) in enumerate(manifests):
            tools.progress(number, len(manifests), f"{path.stem}, {code}")
            found[code][path.stem] = summary(tools, path.stem, options)
            of_study[code] += named_by_study(found[code][path.stem], manifest)
    rows = [PUBLISHED]
    for label, kernels in ((f"those of them in workloads/, {len(of_study['folded'])}", of_study),
                           ("all of workloads/, ", {code: sum(by_entry.values(), []) for code, by_entry in found.items()})):
        label = label if label[-1].isdigit() else label + str(len(kernels["folded"]))
        rows += [mean_row(label, code, kernels[code]) for code in ("unfolded", "folded")]
    page.section("Static means")
    page.table(("kernels", "code", "scalar %", "convergent %", "registers a warp, one class", "vectors, scalars",
                "a warp by class", "convergent", "live %", "live apart %"), rows)
    return found["folded"]


def executed_section(tools, page, manifests):
    rows, shares = [], []
    for number, (path, manifest) in enumerate(manifests):
        tools.progress(number, len(manifests), f"{path.stem}, executed")
        stats = tools.run(tools.workload(path.stem), size_of(manifest, "tiny"), settings=("run.check_scalars=true",),
                          options=("--timing", "none"))
        for kernel in stats["kernels"]:
            values = kernel["statistics"]
            if not values.get("checked.instructions"):
                continue
            name = kernel["kernel"].split("(")[0].removeprefix("void ")
            live = values.get("checked.live_share", 0) if values.get("checked.points") else None
            shares.append((values.get("checked.scalar_share", 0), values.get("checked.scalar_convergent_share", 0), live))
            rows.append((path.stem, name, f"{values['checked.instructions']:,}", *(f"{100 * share:.1f}" for share in shares[-1][:2]),
                         "-" if live is None else f"{100 * live:.1f}"))
    if not rows:
        raise ReportError("no kernel was checked")
    live = [share[2] for share in shares if share[2] is not None]
    rows.insert(0, (f"mean of {len(shares)}", "", "", f"{100 * arithmetic_mean(share[0] for share in shares):.1f}",
                    f"{100 * arithmetic_mean(share[1] for share in shares):.1f}", f"{100 * arithmetic_mean(live):.1f}"))
    page.section("Executed")
    page.text("Size tiny, `--timing none --set run.check_scalars=true`: each instruction that is called scalar was tried on all threads of its "
              "warp, and every workload ran to its end. Live registers are those at preemption points.")
    page.table(("workload", "kernel", "warp instructions", "scalar %", "convergent %", "live %"), rows)


def measure(tools, _options):
    manifests = tools.manifests()
    page = Page(TITLE, INTRODUCTION)
    folded = static_sections(tools, page, manifests)
    executed_section(tools, page, manifests)
    page.section("Kernels, folded code")
    page.table(("workload", "kernel", *COLUMNS),
               [(entry, name, *values) for entry, kernels in folded.items() for name, values in kernels])
    return page
