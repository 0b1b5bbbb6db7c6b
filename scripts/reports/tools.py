"""What a report measures with: heddle, the programs of the build, the machine's clock for progress."""
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib

from reports.errors import ReportError

LAST_LINES = 12  # of a command that failed
SAY_AGAIN = 20   # seconds between lines of progress where standard error is no terminal


class Tools:
    """Runs commands from the repository's root. A command that fails ends the report."""

    def __init__(self, root, build, name):
        self.root, self.build, self._name = pathlib.Path(root), pathlib.Path(build), name
        self._folder = tempfile.TemporaryDirectory(prefix="heddle-report-")
        self.folder = pathlib.Path(self._folder.name)
        self.heddle = self.build / "heddle"
        self._said = 0.0

    def close(self):
        self._folder.cleanup()

    def progress(self, done, of, what):
        """A line on standard error: step `done` of `of` begins."""
        text = f"report.py {self._name}: {done} of {of}, {what}"
        if sys.stderr.isatty():
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self._said >= SAY_AGAIN:
            self._said = time.monotonic()
            print(text, file=sys.stderr, flush=True)

    def make(self, targets):
        """Builds what is older than its sources, so that the page is about the revision it names."""
        if not targets:
            return
        if not (self.build / "build.ninja").is_file():
            raise ReportError(f"{self.build} has no build.ninja: run `cmake -G Ninja -S . -B {self.build}`, "
                              "or name another build with --build")
        self.progress(0, len(targets), "building " + ", ".join(targets))
        self.output("ninja", "-C", self.build, *targets)

    def output(self, *command, shown=False):
        """Standard output of a command. `shown`: its standard error, with its own progress, is seen at once."""
        run = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                             stderr=None if shown else subprocess.PIPE, text=True, cwd=self.root)
        if run.returncode != 0:
            words = ((run.stderr or "").strip() or run.stdout.strip()).splitlines()[-LAST_LINES:]
            raise ReportError(f"{shlex.join(map(str, command))}\nended with exit code {run.returncode}:\n"
                              + "\n".join("  " + line for line in words))
        return run.stdout

    def run(self, program, arguments=(), machine=None, settings=(), options=()):
        """stats.json of `heddle run` of a program."""
        out = self.folder / "run"
        command = [self.heddle, "run", "--quiet", "--overwrite", "--out", out]
        if machine:
            command += ["--machine", machine]
        for setting in settings:
            command += ["--set", setting]
        self.output(*command, *options, "--", program, *arguments)
        return json.loads((out / "stats.json").read_text())

    def total(self, *arguments, **named):
        """The statistics of a whole run, by name. A name that is not there is 0."""
        return Statistics(self.run(*arguments, **named)["total"]["statistics"])

    def workload(self, entry):
        """The program of a workload."""
        return self.build / "suite" / entry

    def code(self, entry):
        """The PTX of a workload."""
        return self.build / "suite" / "code" / f"{entry}.ptx"

    def manifests(self):
        """Name and manifest of every workload that runs on every machine, by name."""
        paths = sorted((self.root / "workloads").glob("*/*.toml"), key=lambda path: path.stem)
        manifests = [(path, tomllib.loads(path.read_text())) for path in paths]
        return [(path, manifest) for path, manifest in manifests if "needs" not in manifest]


class Statistics(dict):
    """A statistic that nothing counted is left out of stats.json: it is 0."""

    def __missing__(self, name):
        return 0


def size_of(manifest, size, study=None):
    """Arguments of a workload for a size: the study's own, else the workload's."""
    sizes = dict(manifest.get("sizes", {}))
    if study:
        sizes.update(manifest["papers"][study].get("sizes", {}))
    return sizes.get(size, "").split()
