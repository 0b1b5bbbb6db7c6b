#!/usr/bin/env python3
"""What the analyses find in the workloads: the means over their kernels, of unfolded and of folded code.

    analysis_means.py --heddle build/heddle --code build/suite/code [--into docs/compiler-analyses.md]
    analysis_means.py --heddle build/heddle --code build/suite/code --check docs/compiler-analyses.md

`--code` has the PTX of each workload, as the build leaves it. Prints the two rows of the page's table that are about all
kernels of the workloads; `--into` puts them into a file, `--check` fails if others are there.
"""
import argparse
import pathlib
import re
import subprocess
import sys

ROWS = re.compile(r"^\| `workloads/`, \d+ \| unfolded .*\n\| \| folded .*\n", re.M)


def means(heddle, code, options):
    """The number of kernels, and their means by column of `heddle disasm --summary`."""
    run = subprocess.run([heddle, "disasm", "--summary", "--markdown", *options, *sorted(code.glob("*.ptx"))],
                         capture_output=True, text=True, timeout=300, check=True)
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in run.stdout.splitlines()]
    count = re.fullmatch(r"mean of (\d+)", lines[-1][0])
    return int(count[1]), lines[-1]


def row(label, kind, mean):
    scalar, convergent, _, one_class, vectors, scalars, both, both_convergent = mean[2:10]
    saved = 100 * (float(both) / float(one_class) - 1)
    return (f"|{label}| {kind} | {scalar} | {convergent} | {one_class} | {vectors}, {scalars} | "
            f"{both} ({saved:.1f}%) | {both_convergent} |\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", required=True)
    parser.add_argument("--code", type=pathlib.Path, required=True, metavar="FOLDER")
    parser.add_argument("--into", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--check", type=pathlib.Path, metavar="FILE")
    arguments = parser.parse_args()
    count, unfolded = means(arguments.heddle, arguments.code, ["--unfolded"])
    _, folded = means(arguments.heddle, arguments.code, [])
    text = row(f" `workloads/`, {count} ", "unfolded", unfolded) + row(" ", "folded", folded)
    page = arguments.check or arguments.into
    if not page:
        print(text, end="")
        return
    found = ROWS.findall(page.read_text())
    if len(found) != 1:
        sys.exit(f"{page}: no rows of all kernels of the workloads, or several")
    if arguments.into:
        page.write_text(page.read_text().replace(found[0], text))
    elif found[0] != text:
        sys.exit(f"{page} says\n{found[0]}now it is\n{text}run scripts/analysis_means.py --into {page}")


if __name__ == "__main__":
    main()
