#!/usr/bin/env python3
"""Writes docs/device-math.md from measurement.

    device_math_table.py ACCURACY.csv LIBDEVICE.bc [OTHER_LIBDEVICE.bc] > docs/device-math.md

ACCURACY.csv is what libdevice_accuracy printed; OTHER_LIBDEVICE.bc, if given, is a library whose
instruction counts stand beside ours. clang++-19 must be on the PATH.
"""
import csv
import re
import subprocess
import sys
import tempfile
from collections import OrderedDict
from pathlib import Path

CLANG = "clang++-19"
# What a kernel does around the function: not counted.
AROUND = ("ld.param", "cvta", "ld.global", "st.global", "ret")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def declarations():
    """name -> (result, argument types), from clang's own list."""
    folder = Path(run(CLANG, "-print-resource-dir").strip()) / "include"
    text = (folder / "__clang_cuda_libdevice_declares.h").read_text()
    text = re.sub(r"#if CUDA_VERSION >= 9000.*?#endif", "", text, flags=re.S)
    found = OrderedDict()
    for result, name, arguments in re.findall(
            r"__DEVICE__ ([\w ]+?) __nv_(\w+)\(([^)]*)\);", text):
        types = [re.sub(r"\b__\w+$", "", " ".join(a.split())).strip() for a in arguments.split(",")]
        found[name] = (result, types)
    return found


def kernel(name, result, types):
    parameters, values = [], []
    for i, kind in enumerate(types):
        if kind.endswith("*"):
            parameters.append(f"{kind} p{i}")
            values.append(f"p{i}")
        else:
            parameters.append(f"{kind}* p{i}")
            values.append(f"*p{i}")
    call = f"__nv_{name}({', '.join(values)})"
    body = f"{call};" if result == "void" else f"*out = {call};"
    out = [] if result == "void" else [f"{result}* out"]
    return (f'extern "C" __attribute__((device)) {result} __nv_{name}({", ".join(types)});\n'
            f'extern "C" __attribute__((global)) void kernel_{name}('
            f'{", ".join(parameters + out)}) {{ {body} }}\n')


def instruction_counts(library, functions):
    """Static PTX instructions of every kernel and of every function that kernels call."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernels.cu"
        source.write_text("".join(kernel(n, *f) for n, f in functions.items()))
        ptx = Path(folder) / "kernels.ptx"
        run(CLANG, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_75", "-nocudainc",
            "-nocudalib", "-O2", "-S", "-w", "-Xclang", "-mlink-builtin-bitcode", "-Xclang",
            library, str(source), "-o", str(ptx))
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


HEAD = """# Device mathematics

The functions that CUDA programs call in device code (`sinf`, `exp`, `__fadd_rz`, ...), compiled by
`sdk/libdevice` to the bitcode that clang links below `--cuda-path`. All of it is heddle's own code:
range reduction and polynomials from `sdk/libdevice/fit`; nothing is taken from another library.

- Errors are in units in the last place of the exact result, the largest found over the arguments
  stated below, on the host, which computes the same bits: no operation is left that a compiler may
  fuse or reassociate (the test `libdevice_bitcode` compares the code with and without contraction).
- Single precision functions built on approximate instructions (`ex2.approx`, `lg2.approx`,
  `rcp.approx`) have two errors: the first with every such instruction off by all that the PTX ISA
  allows it (relative 2^-22.5, 2^-22.6 and 2^-23), the second with the instruction correctly rounded.
- PTX instructions are static, of an inlined call at -O2, without loads and stores of arguments and
  result. Sine, cosine and tangent of large arguments call one more function (last table).
- `lgammaf`, `tgammaf` and the single precision Bessel functions compute in double precision.
- `-ffast-math` makes clang call the fast functions (`__sinf`, `__expf`, ...: one to four approximate
  instructions, with their errors). Flushing of denormals follows the program's own setting.
- Functions without an error below are exact: rounding, conversion, bits, remainders, and arithmetic
  with a rounding mode, which is the PTX instruction of that name.
- Not provided: the packed integer functions `__nv_v...` (`__vadd2`, ...), which clang declares for
  CUDA 9.0 and 9.1 only; heddle's headers have their own.

"""


def error_table(rows, counts, other):
    print("## Errors\n")
    beside = " | NVIDIA's" if other else ""
    print(f"| function | arguments | largest error | with exact instructions | PTX instructions{beside} |")
    print("|---|---|---|---|---|" + ("---|" if other else ""))
    for row in rows:
        name = row["function"]
        worst, exact = error_of(row, "error"), error_of(row, "error_if_exact")
        cells = [f"`{name}`", argument_range(row), worst, exact if exact != worst else "",
                 str(counts["kernel_" + name])]
        if other:
            cells.append(str(other["kernel_" + name]))
        print("| " + " | ".join(cells) + " |")


def exact_table(functions, measured, counts):
    print("\n## Functions without rounding of their own\n")
    by_count = OrderedDict()
    for name in functions:
        if name not in measured:
            by_count.setdefault(counts["kernel_" + name], []).append(name)
    print("| PTX instructions | functions |\n|---|---|")
    for number in sorted(by_count):
        print(f"| {number} | " + " ".join(f"`{n}`" for n in by_count[number]) + " |")


def main():
    rows = list(csv.DictReader(open(sys.argv[1])))
    functions = declarations()
    counts = instruction_counts(sys.argv[2], functions)
    other = instruction_counts(sys.argv[3], functions) if len(sys.argv) > 3 else None
    print(HEAD, end="")
    error_table(rows, counts, other)
    exact_table(functions, {row["function"] for row in rows}, counts)
    print("\n## Functions that others call\n\n| function | PTX instructions |\n|---|---|")
    for name, number in counts.items():
        if not name.startswith("kernel_"):
            kind = "double" if name.endswith("Ed") else "float"
            print(f"| reduction of large angles, {kind} | {number} |")
    single = max(int(r["arguments"]) for r in rows)
    print(f"""
## How to measure again

    ninja -C build libdevice_accuracy heddle_libdevice
    build/tests/libdevice/libdevice_accuracy 503 1000000 > errors.csv
    tests/libdevice/device_math_table.py errors.csv build/sdk/nvvm/libdevice/libdevice.10.bc > docs/device-math.md

The first number is the step through the single precision bit patterns (1 tries all), the second the
count of random arguments elsewhere. This page: up to {single:,} arguments a function.""")


main()
