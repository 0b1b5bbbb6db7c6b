"""Errors and costs of the functions that CUDA programs call in device code."""
import csv
import re
from collections import OrderedDict

from reports.page import Page

TITLE = "Device mathematics: errors and instructions"
TIME = "4 minutes"
TARGETS = ["libdevice_accuracy", "heddle_libdevice"]

STEP = 503           # through the bit patterns of single precision
ARGUMENTS = 1000000  # random ones elsewhere
CLANG = "clang++-19"
LIBRARY = "sdk/nvvm/libdevice/libdevice.10.bc"
# What a kernel does around the function: not counted.
AROUND = ("ld.param", "cvta", "ld.global", "st.global", "ret")

INTRODUCTION = """
Errors are in units in the last place of the exact result, the largest found over the arguments of the second column; `absolute` is no such
unit but the difference itself. Functions built on approximate instructions have two: with every such instruction off by all that the PTX ISA
allows, and with the instruction correctly rounded. Instructions are static PTX instructions of an inlined call at -O2, without loads and
stores of arguments and result. [The guide](../docs/guide/device-mathematics.md) says how errors are found and what is exact.
"""


def declarations(tools):
    """Result and argument types of each function, from clang's own list."""
    folder = tools.output(CLANG, "-print-resource-dir").strip() + "/include/"
    with open(folder + "__clang_cuda_libdevice_declares.h") as file:
        text = re.sub(r"#if CUDA_VERSION >= 9000.*?#endif", "", file.read(), flags=re.S)
    found = OrderedDict()
    for result, name, arguments in re.findall(r"__DEVICE__ ([\w ]+?) __nv_(\w+)\(([^)]*)\);", text):
        types = [re.sub(r"\b__\w+$", "", " ".join(each.split())).strip() for each in arguments.split(",")]
        found[name] = (result, types)
    return found


def kernel(name, result, types):
    """A kernel that calls the function with values from memory."""
    parameters, values = [], []
    for i, kind in enumerate(types):
        pointer = kind.endswith("*")
        parameters.append(f"{kind} p{i}" if pointer else f"{kind}* p{i}")
        values.append(f"p{i}" if pointer else f"*p{i}")
    call = f"__nv_{name}({', '.join(values)})"
    body = f"{call};" if result == "void" else f"*out = {call};"
    out = [] if result == "void" else [f"{result}* out"]
    return (f'extern "C" __attribute__((device)) {result} __nv_{name}({", ".join(types)});\n'
            f'extern "C" __attribute__((global)) void kernel_{name}({", ".join(parameters + out)}) {{ {body} }}\n')


def instruction_counts(tools, functions):
    """Static PTX instructions of every kernel and of every function that kernels call."""
    source, ptx = tools.folder / "kernels.cu", tools.folder / "kernels.ptx"
    source.write_text("".join(kernel(name, *types) for name, types in functions.items()))
    tools.output(CLANG, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_75", "-nocudainc", "-nocudalib", "-O2", "-S",
                 "-w", "-Xclang", "-mlink-builtin-bitcode", "-Xclang", tools.build / LIBRARY, source, "-o", ptx)
    return count(ptx.read_text())


def count(ptx):
    counts, current = {}, None
    for line in ptx.splitlines():
        entry = re.search(r"\.entry (\w+)", line) or re.match(r"\.func +(?:\(.*?\) *)?(\w+)", line)
        if entry:
            current = entry.group(1)
            counts[current] = 0
        elif line.startswith("}"):
            current = None
        elif current and line.startswith("\t") and line.rstrip().endswith(";"):
            text = line.strip()
            if not text.startswith((".", "//")) and not text.startswith(AROUND):
                counts[current] += 1
    return counts


def argument_range(row):
    low, high = float(row["low"]), float(row["high"])
    if low == float("-inf") and high == float("inf"):
        return "all"
    if low == float("-inf"):
        return f"up to {high:g}"
    return f"from {low:g}" if high == float("inf") else f"{low:g} to {high:g}"


def error_of(row, column):
    value = float(row[column])
    return f"{value:.1e} absolute" if row["unit"] == "absolute" else f"{value:.2f}"


def errors_table(page, rows, counts):
    cells = []
    for row in rows:
        worst, exact = error_of(row, "error"), error_of(row, "error_if_exact")
        cells.append((f"`{row['function']}`", argument_range(row), worst, exact if exact != worst else "",
                      counts["kernel_" + row["function"]]))
    page.table(("function", "arguments", "largest error", "with exact instructions", "PTX instructions"), cells)


def exact_table(page, functions, measured, counts):
    by_count = {}
    for name in functions:
        if name not in measured:
            by_count.setdefault(counts["kernel_" + name], []).append(f"`{name}`")
    page.table(("PTX instructions", "functions"), [(number, " ".join(names)) for number, names in sorted(by_count.items())])


def measure(tools, _options):
    tools.progress(0, 2, f"errors of up to {2**32 // STEP:,} arguments a function")
    text = tools.output(tools.build / "tests/model/libdevice/libdevice_accuracy", STEP, ARGUMENTS)
    rows = list(csv.DictReader(text.splitlines()))
    tools.progress(1, 2, "instructions")
    functions = declarations(tools)
    counts = instruction_counts(tools, functions)
    page = Page(TITLE, INTRODUCTION)
    page.section("Errors")
    page.text(f"Single precision: every {STEP}th bit pattern; elsewhere {ARGUMENTS:,} random arguments; up to "
              f"{max(int(row['arguments']) for row in rows):,} arguments a function.")
    errors_table(page, rows, counts)
    page.section("Functions without rounding of their own")
    exact_table(page, functions, {row["function"] for row in rows}, counts)
    page.section("Functions that others call")
    page.table(("function", "PTX instructions"),
               [(f"reduction of large angles, {'double' if name.endswith('Ed') else 'float'}", number)
                for name, number in counts.items() if not name.startswith("kernel_")])
    return page
