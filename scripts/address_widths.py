#!/usr/bin/env python3
"""What 32-bit addresses make of the workloads: registers, instructions, what is executed, 64-bit and 32-bit.

    address_widths.py --heddle build/heddle [--suite build/suite] [--workloads workloads] [--into docs/registers.md]

Counts the kernels of each entry with addresses of both widths and runs it at its tiny size, without timing.
Prints a Markdown table; `--into` puts it between the markers of a file instead.
"""
import argparse
import json
import pathlib
import re
import subprocess
import tempfile
import tomllib

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


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--suite", type=pathlib.Path, default=pathlib.Path("build/suite"))
    parser.add_argument("--workloads", type=pathlib.Path, default=pathlib.Path("workloads"))
    parser.add_argument("--into", type=pathlib.Path, metavar="FILE")
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for manifest in sorted(arguments.workloads.glob("*/*.toml"), key=lambda path: path.stem):
            entry = manifest.stem
            subprocess.run([arguments.heddle, "cc", "-ptx", "-w", manifest.with_suffix(".cu"), "-o",
                            folder / "k.ptx"], check=True, timeout=300)
            tiny = tomllib.loads(manifest.read_text()).get("sizes", {}).get("tiny", "").split()
            counts = {}
            for bits in WIDTHS:
                run = executed(arguments.heddle, arguments.suite / entry, tiny, bits,
                               folder / f"{entry}-{bits}")
                counts[bits] = (*listing(arguments.heddle, folder / "k.ptx", bits), run)
            rows.append((entry, counts))
    text = table(rows)
    if not arguments.into:
        print(text, end="")
        return
    before, rest = arguments.into.read_text().split(BEGIN)
    arguments.into.write_text(before + BEGIN + text + END + rest.split(END)[1])


if __name__ == "__main__":
    main()
