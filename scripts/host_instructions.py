#!/usr/bin/env python3
"""Counts the host instructions that heddle takes for a warp instruction, by valgrind's callgrind: the same in every run,
whatever else the host does.

  scripts/host_instructions.py                       all rows
  scripts/host_instructions.py matmul bfs            some
  scripts/host_instructions.py --machine v100 --set warp_scheduler=lrr
  scripts/host_instructions.py --categories          by source folder; the build needs debug information:
                                                     cmake -B build-debug -DCMAKE_CXX_FLAGS=-g1, --build build-debug
  --build DIR                                        the build whose heddle runs (build)

A row runs a program in two sizes and divides the differences, so that starting, compiling and reading take no part. Install:
apt-get install valgrind.
"""
import argparse
import collections
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROWS = {  # two sizes of a workload, and settings
    "vecadd": ("65536", "262144"),
    "matmul": ("64", "128"),
    "mandelbrot": ("64 64", "128 64"),
    "bfs": ("1024 6", "4096 6"),
    "hotspot": ("64 2 2", "128 2 2"),
    "nw": ("64 10", "128 10"),
    "pathfinder": ("2500 20 20", "10000 20 20"),
    "matmul-temporal": ("64", "128", "organisation=temporal"),
    "bfs-eight-parts": ("1024 6", "4096 6", "organisation=spatial", "organisation.spatial.width=4"),
    "bfs-ccws": ("1024 6", "4096 6", "throttle=ccws"),
    "hotspot-warpman": ("64 2 2", "128 2 2", "residency=warpman", "residency.warpman.mode=dueling"),
    "mandelbrot-timeline": ("64 64", "128 64", "run.timeline=csv"),
}


def measured(build, program, arguments, settings):
    """Host instructions of the process that simulates, by source file, and warp instructions."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        command = ["valgrind", "--tool=callgrind", "--trace-children=yes", f"--callgrind-out-file={folder}/%p",
                   build / "heddle", "run", "--quiet", "--out", folder / "out", *settings, "--", build / "suite" / program,
                   *arguments.split()]
        finished = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if finished.returncode != 0:
            raise SystemExit(f"{program} {arguments}: exit code {finished.returncode}\n{finished.stdout}")
        traces = [instructions_by_file(file) for file in folder.iterdir() if file.name.isdigit()]
        total = json.loads((folder / "out" / "stats.json").read_text())["total"]["statistics"]
    return max(traces, key=lambda files: sum(files.values())), total["warp_instructions"]


def instructions_by_file(trace):
    """Own cost of each source file of a callgrind trace."""
    names, costs = {}, collections.Counter()
    current, is_call = "", False
    for line in trace.open():
        if match := re.match(r"(fl|fi|fe)=\((\d+)\)(?: (.*))?$", line):
            if match[3]:
                names[match[2]] = match[3]
            current = names[match[2]]
        elif match := re.match(r"cf[il]=\((\d+)\)(?: (.*))?$", line):
            if match[2]:
                names[match[1]] = match[2]
        elif line.startswith("calls="):
            is_call = True
        elif match := re.match(r"[+\-*\d]\S* (\d+)$", line):
            costs[current] += 0 if is_call else int(match[1])
            is_call = False
    return costs


def category(file):
    match = re.search(r"src/(?:heddle/)?(\w+)/", file)
    return match[1] if match else "libraries"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", default=list(ROWS))
    parser.add_argument("--machine", default="gtx480")
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--categories", action="store_true")
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    arguments = parser.parse_args()
    unknown = set(arguments.rows) - set(ROWS)
    if unknown:
        raise SystemExit(f"there is no row {unknown.pop()}: {', '.join(ROWS)}")
    settings = ["--machine", arguments.machine] + [word for setting in arguments.set for word in ("--set", setting)]
    for row in arguments.rows:
        small_size, large_size, *own = ROWS[row]
        workload = row.split("-")[0]
        all_settings = settings + [word for setting in own for word in ("--set", setting)]
        small, large = (measured(arguments.build.resolve(), workload, size, all_settings) for size in (small_size, large_size))
        instructions = large[1] - small[1]
        by_category = collections.Counter()
        for file in large[0].keys() | small[0].keys():
            by_category[category(file)] += (large[0][file] - small[0][file]) / instructions
        print(f"{row:<20}{sum(by_category.values()):>8.0f} host instructions a warp instruction", flush=True)
        if arguments.categories:
            for name, count in by_category.most_common():
                print(f"    {name:<12}{count:>8.0f}")


if __name__ == "__main__":
    sys.exit(main())
