#!/usr/bin/env python3
"""Registers and instructions of NVIDIA's assembler for every kernel of some folders of CUDA sources.

    oracle.py compile  --heddle build/heddle --ptx PTX workloads=workloads samples=DIR rodinia=DIR
    oracle.py assemble --ptx PTX --ptxas PTXAS [--old-ptxas PTXAS --nvdisasm NVDISASM] > ptxas.csv
    oracle.py compare  --ptx PTX --heddle build/heddle ptxas.csv [--only workloads] [--table FILE]

`compile` turns every .cu file of the folders into PTX, with the same flags for all, and says which
it could not. `assemble` writes the list: every kernel that ptxas accepts, one with the same name and
the same text once. `compare` puts heddle's numbers beside that list. ptxas is only an oracle: heddle
needs none of this.
"""
import argparse
import csv
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile

RESERVED = 3  # registers that ptxas counts and the code does not use, see README.md
SMALL = 12  # kernels with fewer registers of ptxas than these are reported apart
OLD_TARGETS = ("sm_35", "sm_52", "sm_70")  # that CUDA 11.8 is asked for besides sm_75


def sources(folder):
    return sorted(path for path in pathlib.Path(folder).rglob("*.cu"))


def include_flags(source, folder):
    """The folders from the source's own up to the suite's, and their usual folders of headers."""
    flags = []
    for place in [source.parent, *source.parent.parents]:
        for name in (".", "inc", "include", "Common", "common", "common/inc"):
            if (place / name).is_dir():
                flags.append(f"-I{place / name}")
        if place == pathlib.Path(folder):
            break
    return flags


def compile_all(arguments):
    pathlib.Path(arguments.ptx).mkdir(parents=True, exist_ok=True)
    for suite in arguments.suites:
        name, folder = suite.split("=", 1)
        done, refused = 0, []
        for source in sources(folder):
            relative = source.relative_to(folder)
            out = pathlib.Path(arguments.ptx) / name / relative.with_suffix(".ptx")
            out.parent.mkdir(parents=True, exist_ok=True)
            command = [arguments.heddle, "cc", "-ptx", "-w", str(source), "-o", str(out)]
            flags = include_flags(source, folder) + [f"-I{place}" for place in arguments.include]
            run = subprocess.run(command + flags, capture_output=True,
                                 text=True, timeout=300)
            if run.returncode != 0:
                out.unlink(missing_ok=True)
                reasons = [line for line in run.stderr.splitlines() if "error" in line]
                refused.append((relative, (reasons or ["?"])[0]))
            else:
                done += 1
        print(f"{name}: {done} sources compiled, {len(refused)} refused")
        for relative, reason in refused:
            print(f"  {relative}: {reason[:200]}")


def entries(text):
    """Name and text of each kernel of a PTX file."""
    for match in re.finditer(r"\.entry\s+([\w$]+)", text):
        end = text.find("\n}", match.end())
        yield match.group(1), text[match.start():end]


def registers_of(ptxas, ptx, cubin, target="sm_75"):
    run = subprocess.run([ptxas, "-v", f"-arch={target}", str(ptx), "-o", str(cubin)],
                         capture_output=True, text=True, timeout=900)
    found, kernel = {}, None
    for line in run.stderr.splitlines():
        if match := re.search(r"Compiling entry function '([^']+)'", line):
            kernel = match.group(1)
        if kernel and (match := re.search(r"Used (\d+) registers", line)):
            found[kernel] = int(match.group(1))
            kernel = None
    return found if run.returncode == 0 else {}


def of_old_version(ptx, folder, target="sm_75"):
    """The file as CUDA 11.8 reads it, for an architecture."""
    text = ptx.read_text().replace(".version 8.0", ".version 7.8", 1)
    copy = folder / "copy.ptx"
    copy.write_text(text.replace(".target sm_75", f".target {target}", 1))
    return copy


def old_targets(arguments, ptx, folder):
    """By other architecture: registers by kernel, nothing if it lacks an instruction."""
    if not arguments.old_ptxas:
        return {target: {} for target in OLD_TARGETS}
    return {target: registers_of(arguments.old_ptxas, of_old_version(ptx, folder, target),
                                 folder / "copy.cubin", target) for target in OLD_TARGETS}


def old_assembler(arguments, ptx, folder):
    """What CUDA 11.8 makes of the file: registers and instructions by kernel."""
    if not arguments.old_ptxas:
        return {}, {}
    copy, cubin = of_old_version(ptx, folder), folder / "copy.cubin"
    registers = registers_of(arguments.old_ptxas, copy, cubin)
    if not registers:
        return {}, {}
    listing = subprocess.run([arguments.nvdisasm, "-c", str(cubin)], capture_output=True,
                             text=True, timeout=900).stdout
    counts = {}
    for section in re.split(r"^//-+ \.text\.", listing, flags=re.M)[1:]:
        name = re.match(r"[\w$]+", section).group(0)
        code = re.findall(r"/\*[0-9a-f]{4,}\*/\s+(.*?);", section)
        while code and re.search(r"\bNOP\b", code[-1]):
            code.pop()
        # The branch to itself that follows the last instruction only pads.
        if code and re.search(r"\bBRA\b", code[-1]):
            code.pop()
        counts[name] = len(code)
    return registers, counts


def assemble(arguments):
    seen = set()
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["program", "kernel", "text", "registers", "registers_11_8", "instructions_11_8",
                  *(f"registers_{target}" for target in OLD_TARGETS)])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for ptx in sorted(pathlib.Path(arguments.ptx).rglob("*.ptx")):
            registers = registers_of(arguments.ptxas, ptx, folder / "a.cubin")
            old_registers, counts = old_assembler(arguments, ptx, folder)
            others = old_targets(arguments, ptx, folder)
            program = ptx.relative_to(arguments.ptx).with_suffix("")
            for kernel, text in entries(ptx.read_text()):
                digest = hashlib.sha256(text.encode()).hexdigest()[:12]
                if kernel not in registers or (kernel, digest) in seen:
                    continue
                seen.add((kernel, digest))
                out.writerow([program, kernel, digest, registers[kernel],
                              old_registers.get(kernel, ""), counts.get(kernel, ""),
                              *(others[target].get(kernel, "") for target in OLD_TARGETS)])


def heddle_numbers(arguments, ptx):
    """By kernel: registers, instructions. A file that heddle refuses has none."""
    run = subprocess.run([arguments.heddle, "disasm", *arguments.options, str(ptx)],
                         capture_output=True, text=True, timeout=300)
    if run.returncode != 0:
        print(f"{ptx}: {run.stderr.strip()}", file=sys.stderr)
    found, kernel = {}, None
    for line in run.stdout.splitlines():
        if match := re.match(r"kernel ([\w$]+): registers (\d+)", line):
            kernel = match.group(1)
            found[kernel] = [int(match.group(2)) + arguments.reserved, 0]
        elif kernel and re.match(r"\s*\d+  ", line):
            found[kernel][1] += 1
    return found


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else 0.0


def summary(rows, title):
    errors = [100 * (row["heddle"] - row["ptxas"]) / row["ptxas"] for row in rows]
    ratios = [row["ratio"] for row in rows if row["ratio"]]
    print(f"{title}: {len(rows)} kernels, mean absolute error {mean(map(abs, errors)):.1f}%, "
          f"mean error {mean(errors):+.1f}%, within 10%: "
          f"{100 * mean(abs(e) <= 10 for e in errors):.0f}%, "
          f"instructions over ptxas's {mean(ratios):.2f}")


def print_worst(rows, count):
    """The kernels that are farthest off, as a Markdown table."""
    print("\n| program | kernel | ptxas | heddle | error | instructions over ptxas's |")
    print("|---|---|---|---|---|---|")
    far = [row for row in rows if row["ptxas"] >= SMALL]
    far.sort(key=lambda row: -abs(row["heddle"] - row["ptxas"]) / row["ptxas"])
    for row in far[:count]:
        error = 100 * (row["heddle"] - row["ptxas"]) / row["ptxas"]
        print(f"| {row['program']} | {row['kernel']} | {row['ptxas']} | {row['heddle']} | "
              f"{error:+.0f}% | {row['ratio']:.2f} |")


def compared(arguments):
    """What heddle counts for each kernel of the list, beside a column of the list."""
    rows, numbers = [], {}
    with open(arguments.list, newline="") as file:
        for line in csv.DictReader(file):
            if arguments.only and not line["program"].startswith(arguments.only + "/"):
                continue
            if not line[arguments.column]:
                continue
            program = line["program"]
            if program not in numbers:
                ptx = pathlib.Path(arguments.ptx) / (program + ".ptx")
                numbers[program] = heddle_numbers(arguments, ptx)
            found = numbers[program].get(line["kernel"])
            if not found:
                print(f"missing: {program} {line['kernel']}", file=sys.stderr)
                continue
            instructions = int(line["instructions_11_8"] or 0)
            rows.append({"program": program, "kernel": line["kernel"],
                         "ptxas": int(line[arguments.column]), "heddle": found[0],
                         "old": line["registers_11_8"], "instructions": found[1],
                         "theirs": instructions,
                         "ratio": found[1] / instructions if instructions else 0})
    return rows


def compare(arguments):
    rows = compared(arguments)
    summary([row for row in rows if row["ptxas"] >= SMALL], f"{SMALL} registers and more")
    summary([row for row in rows if row["ptxas"] < SMALL], f"fewer than {SMALL}")
    suites = sorted({row["program"].split("/")[0] for row in rows})
    for suite in suites:
        summary([row for row in rows
                 if row["program"].startswith(suite + "/") and row["ptxas"] >= SMALL], suite)
    programs = {}
    for row in rows:
        if row["ptxas"] >= SMALL:
            error = abs(row["heddle"] - row["ptxas"]) / row["ptxas"]
            programs.setdefault(row["program"], []).append(error)
    print(f"each program counted once: {100 * mean(map(mean, programs.values())):.1f}% "
          f"over {len(programs)} programs")
    both = [row for row in rows if row["old"] and row["ptxas"] >= SMALL]
    drift = mean(abs(int(row["old"]) - row["ptxas"]) / row["ptxas"] for row in both)
    print(f"ptxas 11.8 against the list's own: {100 * drift:.1f}% over {len(both)} kernels")
    if arguments.worst:
        print_worst(rows, arguments.worst)
    if arguments.table:
        with open(arguments.table, "w", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(["program", "kernel", "ptxas", "heddle", "error_percent", "instructions",
                          "instructions_11_8", "ratio"])
            for row in rows:
                error = 100 * (row["heddle"] - row["ptxas"]) / row["ptxas"]
                out.writerow([row["program"], row["kernel"], row["ptxas"], row["heddle"],
                              f"{error:.1f}", row["instructions"], row["theirs"],
                              f"{row['ratio']:.2f}"])
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("compile")
    one.add_argument("--heddle", required=True)
    one.add_argument("--ptx", required=True)
    one.add_argument("--include", action="append", default=[], metavar="FOLDER")
    one.add_argument("suites", nargs="+", metavar="NAME=FOLDER")
    one.set_defaults(run=compile_all)
    two = commands.add_parser("assemble")
    two.add_argument("--ptx", required=True)
    two.add_argument("--ptxas", required=True)
    two.add_argument("--old-ptxas")
    two.add_argument("--nvdisasm")
    two.set_defaults(run=assemble)
    three = commands.add_parser("compare")
    three.add_argument("--ptx", required=True)
    three.add_argument("--heddle", required=True)
    three.add_argument("--only", help="one suite")
    three.add_argument("--column", default="registers", help="of the list, to compare with")
    three.add_argument("--reserved", type=int, default=RESERVED,
                       help="registers of ptxas's that are not the code's own")
    three.add_argument("--table", help="a line for each kernel")
    three.add_argument("--worst", type=int, metavar="N", help="print the N that are farthest off")
    three.add_argument("list")
    three.set_defaults(run=compare)
    arguments, rest = parser.parse_known_args()
    arguments.options = [option for option in rest if option != "--"]
    arguments.run(arguments)


if __name__ == "__main__":
    main()
