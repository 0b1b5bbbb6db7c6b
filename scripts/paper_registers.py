#!/usr/bin/env python3
"""Registers per thread beside those that the studies state for the same kernels.

    paper_registers.py --heddle build/heddle [--workloads workloads] [--machines machines]
                       [--set KEY=VALUE] [--into docs/registers.md]
    paper_registers.py --heddle build/heddle --code build/suite/code --check docs/registers.md

Reads every manifest of the workloads: `registers` of `[[papers.STUDY.kernels]]`. Compiles each entry that has
such values and counts its kernels on the study's machine, with addresses of 32 and of 64 bits and with
what it reserves for each thread. Prints a Markdown table; `--into` puts it between the markers of a file instead,
`--check` fails if another one is there. `--code` has the PTX of each entry, as the build leaves it.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

BEGIN, END = "<!-- begin: scripts/paper_registers.py -->\n", "<!-- end: scripts/paper_registers.py -->\n"


def load(path):
    return tomllib.loads(path.read_text())


def machine_value(machines, name, section, key):
    """A value of a machine, or of the one that it is based on."""
    while name:
        machine = load(machines / f"{name}.toml")
        if key in machine.get(section, {}):
            return machine[section][key]
        name = machine.get("base")
    sys.exit(f"no machine sets {section}.{key}")


def stated(workloads):
    """Study, entry, and the study's words on a kernel, for each that has a number of registers."""
    for manifest in sorted(workloads.glob("*/*.toml")):
        for study, paper in load(manifest).get("papers", {}).items():
            for kernel in paper.get("kernels", []):
                if "registers" in kernel:
                    yield study, manifest.with_suffix(".cu"), paper, kernel


def counted(heddle, settings, ptx, machine, bits):
    """Registers of each kernel of a PTX file on a machine, by mangled name."""
    # With 32 bits memory has to end below 4 GiB.
    small = ["--set", "device.memory_bytes=1GiB"] if bits == 32 else []
    run = subprocess.run([heddle, "disasm", "--machine", machine, "--set",
                          f"device.address_bits={bits}", *small,
                          *settings, str(ptx)],
                         capture_output=True, text=True, timeout=300, check=True)
    return {name: int(count) for name, count in
            re.findall(r"^kernel ([\w$]+): registers (\d+)", run.stdout, re.M)}


def named(counts, function):
    """Of a function's kernels (a template has several) the counts, each once, lowest first."""
    mangled = re.compile(rf"_Z\w*?(?<!\d){len(function)}{function}")
    return sorted({count for name, count in counts.items()
                   if name == function or mangled.match(name)})


class Counts:
    """Counts of the entries, each compiled once."""

    def __init__(self, heddle, settings, folder, code):
        self.heddle, self.settings, self.folder, self.code = heddle, settings, folder, code
        self.known = {}

    def of(self, source, function, machine, bits):
        ptx = (self.code or self.folder) / (source.stem + ".ptx")
        if not self.code and not ptx.exists():
            subprocess.run([self.heddle, "cc", "-ptx", "-w", str(source), "-o", str(ptx)],
                           check=True, timeout=300)
        case = (source, machine, bits)
        if case not in self.known:
            self.known[case] = counted(self.heddle, self.settings, ptx, machine, bits)
        found = named(self.known[case], function)
        if not found:
            sys.exit(f"{source}: no kernel '{function}', which its manifest names")
        return found


def shown(counts, reserved):
    return " to ".join(str(count + reserved) for count in sorted({counts[0], counts[-1]}))


def table(rows):
    lines = ["| study | its kernel | entry, kernel | stated | 32-bit addresses | 64 bits |",
             "|---|---|---|---|---|---|"]
    errors = {}
    for study, label, place, wanted, reserved, by_bits in rows:
        cells = [shown(by_bits[bits], reserved) for bits in (32, 64)]
        lines.append(f"| {study} | {label} | {place} | {wanted} | {cells[0]} | {cells[1]} |")
        for bits, counts in by_bits.items():
            mean = sum(counts) / len(counts) + reserved
            errors.setdefault(study, {}).setdefault(bits, []).append((mean - wanted) / wanted)
    lines += ["", "| study | kernels | mean absolute error, 32 bits (mean error) | 64 bits |",
              "|---|---|---|---|"]
    for study, by_bits in errors.items():
        cells = []
        for bits in (32, 64):
            values = by_bits[bits]
            absolute = 100 * sum(map(abs, values)) / len(values)
            cells.append(f"{absolute:.0f}% ({100 * sum(values) / len(values):+.0f}%)")
        lines.append(f"| {study} | {len(by_bits[32])} | {cells[0]} | {cells[1]} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--workloads", type=pathlib.Path, default=pathlib.Path("workloads"))
    parser.add_argument("--machines", type=pathlib.Path, default=pathlib.Path("machines"))
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE",
                        help="on every machine: compiler.assembler=volta")
    parser.add_argument("--code", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--into", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--check", type=pathlib.Path, metavar="FILE")
    arguments = parser.parse_args()
    papers = load(arguments.workloads / "papers.toml")
    settings = [word for value in arguments.set for word in ("--set", value)]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        counts = Counts(arguments.heddle, settings, pathlib.Path(folder), arguments.code)
        for study, source, paper, kernel in stated(arguments.workloads):
            machine = papers[study]["machine"]
            by_bits = {bits: counts.of(source, kernel["kernel"], machine, bits)
                       for bits in (32, 64)}
            reserved = machine_value(arguments.machines, machine, "device", "reserved_registers")
            label = kernel.get("label") or paper.get("label", "")
            rows.append((study, label, f"{source.stem}, `{kernel['kernel']}`", kernel["registers"],
                         reserved, by_bits))
    text = table(sorted(rows, key=lambda row: (list(papers).index(row[0]), row[1])))
    if arguments.check:
        old = arguments.check.read_text().split(BEGIN)[1].split(END)[0]
        differing = [new for new in text.splitlines() if new not in old.splitlines()]
        if old != text:
            sys.exit("\n".join(["now it is", *differing, f"run scripts/paper_registers.py --into {arguments.check}"]))
        return
    if not arguments.into:
        print(text, end="")
        return
    old = arguments.into.read_text()
    before, rest = old.split(BEGIN)
    arguments.into.write_text(before + BEGIN + text + END + rest.split(END)[1])


if __name__ == "__main__":
    main()
