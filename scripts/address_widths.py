#!/usr/bin/env python3
"""What 32-bit addresses make of the workloads: registers, instructions, what is executed, 64-bit and 32-bit.

    address_widths.py --heddle build/heddle [--suite build/suite] [--workloads workloads] [--into docs/registers.md]
    address_widths.py --heddle build/heddle --code build/suite/code --check docs/registers.md

Counts the kernels of each entry with addresses of both widths and runs it at its tiny size, without timing.
Prints a Markdown table; `--into` puts it between the markers of a file instead. `--check` runs nothing: it fails
if the columns that need no run are others than in the file. `--code` has the PTX of each entry, as the build leaves it.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib
from itertools import zip_longest

BEGIN, END = "<!-- begin: scripts/address_widths.py -->\n", "<!-- end: scripts/address_widths.py -->\n"
WIDTHS = (64, 32)
WIDE = re.compile(r"_[bus]64[. ]|_wide_")  # arithmetic on pairs


def listing(heddle, ptx, bits):
    """Most registers of a kernel; instructions of all, and how many of them are arithmetic on pairs."""
    text = subprocess.run([heddle, "disasm", "--address-bits", str(bits), str(ptx)],
                          capture_output=True, text=True, timeout=300, check=True).stdout
    code = re.findall(r"^ *\d+  (.*)$", text, re.M)
    registers = [int(count) for count in re.findall(r"^kernel [\w$]+: registers (\d+)", text, re.M)]
    return max(registers), len(code), sum(bool(WIDE.search(line)) for line in code)


def executed(heddle, program, arguments, bits, folder):
    """Warp instructions."""
    subprocess.run([heddle, "run", "--quiet", "--timing", "none", "--out", folder, "--set",
                    f"device.address_bits={bits}", "--", program, *arguments],
                   capture_output=True, timeout=300, check=True)
    return json.loads((folder / "stats.json").read_text())["total"]["statistics"]["functional.warp_instructions"]


def table(rows):
    lines = ["| workload | registers, 64 and 32 bits | instructions | on pairs | executed, tiny |",
             "|---|---|---|---|---|"]
    for name, counts in rows:
        cells = [f"{wide}, {narrow}" for wide, narrow in zip(counts[64], counts[32])]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    ratios = [sum(counts[32][i] for _, counts in rows) / max(1, sum(counts[64][i] for _, counts in rows))
              for i in range(4)]
    lines.append("| 32 over 64 bits, of the sums | " + " | ".join(f"{r:.2f}" for r in ratios) + " |")
    return "\n".join(lines) + "\n"


def without_runs(text):
    """The table's rows without their last column."""
    return [line.rsplit("|", 2)[0] for line in text.splitlines()]


def check(page, text):
    """Ends with an error if the static columns of the page's table are others than those of `text`."""
    stated = page.read_text().split(BEGIN)[1].split(END)[0]
    differing = [(old, new) for old, new in zip_longest(without_runs(stated), without_runs(text), fillvalue="nothing")
                 if old != new]
    for old, new in differing:
        print(f"{page} says\n  {old}\nnow it is\n  {new}", file=sys.stderr)
    if differing:
        sys.exit(f"{len(differing)} rows differ: run scripts/address_widths.py --into {page}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--suite", type=pathlib.Path, default=pathlib.Path("build/suite"))
    parser.add_argument("--workloads", type=pathlib.Path, default=pathlib.Path("workloads"))
    parser.add_argument("--code", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--into", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--check", type=pathlib.Path, metavar="FILE")
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for manifest in sorted(arguments.workloads.glob("*/*.toml"), key=lambda path: path.stem):
            entry = manifest.stem
            ptx = arguments.code / f"{entry}.ptx" if arguments.code else folder / "k.ptx"
            if not arguments.code:
                subprocess.run([arguments.heddle, "cc", "-ptx", "-w", manifest.with_suffix(".cu"), "-o", ptx],
                               check=True, timeout=300)
            tiny = tomllib.loads(manifest.read_text()).get("sizes", {}).get("tiny", "").split()
            counts = {}
            for bits in WIDTHS:
                run = 0
                if not arguments.check:
                    run = executed(arguments.heddle, arguments.suite / entry, tiny, bits,
                                   folder / f"{entry}-{bits}")
                counts[bits] = (*listing(arguments.heddle, ptx, bits), run)
            rows.append((entry, counts))
    text = table(rows)
    if arguments.check:
        check(arguments.check, text)
        return
    if not arguments.into:
        print(text, end="")
        return
    before, rest = arguments.into.read_text().split(BEGIN)
    arguments.into.write_text(before + BEGIN + text + END + rest.split(END)[1])


if __name__ == "__main__":
    main()
