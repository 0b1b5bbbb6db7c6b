#!/usr/bin/env python3
"""Proves that a change alters no result: hashes of all that runs leave, compared with those that are committed.

  fingerprints.py check quick            every case of the list against tests/property/fingerprints/hashes/quick.txt
  fingerprints.py check                  all lists: an hour or less on two cores
  fingerprints.py update LIST...         writes the hashes anew, after a change that is meant to alter results
  fingerprints.py explain CASE --with DIR   which values of a case differ from those of another build
  --build DIR                            the build whose heddle runs (build)

A list is a sweep file in tests/property/fingerprints (or tests/system/suite/machines.toml); each of its runs is a case. `streams` is a program
whose kernels run at the same time. A case has three hashes:
of `stats.json` (all but `host`, the version and the texts of meanings), of what the program printed, and of every other file
in the run's folder that an observer wrote. `preemption` is a program instead: it stops, restores and suspends blocks.
"""
import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LISTS = {name: HERE / f"{name}.toml" for name in ("quick", "workloads", "policies", "observers", "threads")}
LISTS["machines"] = ROOT / "tests" / "system" / "suite" / "machines.toml"
STREAMS, PREEMPTION = "streams", "preemption"  # lists that are no sweeps
STREAM_MACHINES = ("gtx480", "v100", "gtx480-warpman", "cke-ccbp")
STREAM_SETTINGS = ("", "residency=warpman warp_scheduler=pro", "throttle=ccws warp_scheduler=two_level",
                   "run.threads=2 run.stats_sms=true run.blocks=true run.warps=true run.sample=500 run.policy_notes=true")
NOT_OBSERVED = {"stats.json", "config.toml", "manifest.json"}
JOBS = os.cpu_count()


class Case:
    """A run of a list: a line of `heddle sweep LIST --list`."""

    def __init__(self, row):
        self.program, self.arguments = row["workload"], row["arguments"].split()
        self.machine, self.settings = row["machine"], row["set"].split()
        shown = [row[key] for key in ("workload", "paper", "size", "arguments", "machine", "registers", "setting")]
        self.name = " ".join(word for word in shown if word)


def cases_of(heddle, name):
    if name == STREAMS:
        rest = dict.fromkeys(("paper", "size", "arguments", "registers"), "")
        return [Case({"workload": "streams", "machine": machine, "setting": settings, "set": settings, **rest})
                for machine in STREAM_MACHINES for settings in STREAM_SETTINGS]
    file = LISTS[name]
    listed = subprocess.run([heddle, "sweep", file, "--list"], text=True, stdout=subprocess.PIPE, check=True).stdout
    header, *lines = listed.splitlines()
    columns = list(re.finditer(r"\S+", header))
    bounds = [(column[0], column.start(), end) for column, end in
              zip(columns, [column.start() for column in columns[1:]] + [None])]
    return [Case({name: line[start:end].strip() for name, start, end in bounds}) for line in lines]


def without_unused(value):
    """Leaves out statistics of matrices that count nothing, so that they alter no hash of a program without matrices."""
    if isinstance(value, dict):
        return {key: without_unused(inner) for key, inner in value.items() if "matrix" not in key or has_counts(inner)}
    return [without_unused(inner) for inner in value] if isinstance(value, list) else value


def has_counts(value):
    if isinstance(value, dict):
        return any(has_counts(inner) for inner in value.values())
    return value if isinstance(value, (int, float)) else False


def short(hashed):
    return hashed.hexdigest()[:16]


def without_meanings(statistics):
    for key in ("host", "heddle", "version"):
        statistics.pop(key, None)
    for table in ("statistics", "sm_statistics"):
        for meaning in statistics.get(table, {}).values():
            meaning.pop("description", None)
    return without_unused(statistics)


def run(build, case, folder):
    """The case's run in `folder`; returns what the program printed."""
    command = [build / "heddle", "run", "--quiet", "--out", folder, "--machine", case.machine]
    command += [word for setting in case.settings for word in ("--set", setting)]
    program = build / "suite" / case.program
    if not program.is_file():
        raise SystemExit(f"there is no {program}: ninja -C {build} suite")
    command += ["--", program, *case.arguments]
    finished = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if finished.returncode != 0:
        raise SystemExit(f"{case.name}: exit code {finished.returncode}\n{finished.stderr.decode(errors='replace')}")
    return finished.stdout


def fingerprint(build, case):
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "out"
        printed = run(build, case, folder)
        statistics = without_meanings(json.loads((folder / "stats.json").read_text()))
        files = hashlib.sha256()
        for file in sorted(folder.iterdir()):
            if file.name not in NOT_OBSERVED:
                files.update(file.name.encode() + b"\0")
                files.update(file.read_bytes())
    values = json.dumps(statistics, sort_keys=True).encode()
    return " ".join((short(hashlib.sha256(values)), short(hashlib.sha256(printed)), short(files)))


def fingerprints(build, name):
    """Hashes of a list, by case."""
    if name == PREEMPTION:
        printed = subprocess.run([build / "tests" / "property" / "fingerprints" / "preemption_trace"], stdout=subprocess.PIPE, check=True).stdout
        used = re.sub(r" \S*matrix\S*=0(?= |$)", "", printed.decode(), flags=re.MULTILINE)
        scenarios = [line.split(": ", 1) for line in used.splitlines()]
        return {scenario: short(hashlib.sha256(values.encode())) for scenario, values in scenarios}
    cases = cases_of(build / "heddle", name)
    with ThreadPoolExecutor(JOBS) as pool:
        futures = [(case.name, pool.submit(fingerprint, build, case)) for case in cases]
        found = {}
        for number, (case, future) in enumerate(futures, 1):
            found[case] = future.result()
            if sys.stderr.isatty():
                print(f"\r{name}: {number} of {len(futures)}\x1b[K", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    if len(found) != len(cases):
        raise SystemExit(f"{name}: two cases have one name")
    return found


def read(name):
    file = HERE / "hashes" / f"{name}.txt"
    if not file.exists():
        raise SystemExit(f"there is no {file}: fingerprints.py update {name}")
    return dict(line.split(": ") for line in file.read_text().splitlines())


def check(build, name):
    old, new = read(name), fingerprints(build, name)
    different = [case for case in old.keys() | new.keys() if old.get(case) != new.get(case)]
    for case in sorted(different):
        parts = list(zip(("statistics", "output", "files"), old.get(case, "").split(), new.get(case, "").split()))
        what = [part for part, one, other in parts if one != other] or ["there or not there"]
        print(f"{name}: {case}: {', '.join(what)}")
    print(f"{name}: {len(new) - len(different)} of {len(new)} cases as they were")
    return not different


def update(build, name):
    (HERE / "hashes").mkdir(exist_ok=True)
    lines = [f"{case}: {hashes}\n" for case, hashes in fingerprints(build, name).items()]
    (HERE / "hashes" / f"{name}.txt").write_text("".join(lines))
    print(f"{name}: {len(lines)} cases written")
    return True


def flattened(value, prefix=""):
    if isinstance(value, dict):
        return {key: leaf for name, inner in value.items() for key, leaf in flattened(inner, f"{prefix}/{name}").items()}
    if isinstance(value, list):
        return flattened(dict(enumerate(value)), prefix)
    return {prefix: value}


def explain(build, other, wanted):
    """Prints the values of stats.json in which the two builds differ."""
    for name in [*LISTS, STREAMS]:
        for case in cases_of(build / "heddle", name):
            if case.name != wanted:
                continue
            with tempfile.TemporaryDirectory() as scratch:
                values = []
                for number, which in enumerate((build, other)):
                    folder = Path(scratch) / str(number)
                    run(which, case, folder)
                    values.append(flattened(without_meanings(json.loads((folder / "stats.json").read_text()))))
                for key in sorted(values[0].keys() | values[1].keys()):
                    if values[0].get(key) != values[1].get(key):
                        print(f"{key}: {values[0].get(key)} {values[1].get(key)}")
            return True
    raise SystemExit(f"no list has the case '{wanted}'")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=["check", "update", "explain"])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--build", default=ROOT / "build", type=Path)
    parser.add_argument("--with", dest="other", type=Path)
    arguments = parser.parse_intermixed_args()
    build = arguments.build.resolve()
    if arguments.verb == "explain":
        return explain(build, arguments.other.resolve(), " ".join(arguments.names))
    known = [*LISTS, STREAMS, PREEMPTION]
    unknown = [name for name in arguments.names if name not in known]
    if unknown:
        raise SystemExit(f"there is no list {unknown[0]}: {', '.join(known)}")
    act = check if arguments.verb == "check" else update
    return all([act(build, name) for name in arguments.names or known])


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
