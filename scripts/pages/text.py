"""A page with its commands run and their output in place."""
import difflib
import os
import re
import shutil
import subprocess
from pathlib import Path

# What depends on the host: shown in pages, not compared.
HOST_TEXTS = [re.compile(pattern) for pattern in (r"host: .*", r"\d[\d.]* (ms|s|min)\b", r"\d[\d.]* [KMG]iB/s")]
SECONDS = 300  # that a command may run
LINKED = ("workloads", "examples", "machines", "experiments", "scripts", "src", "docs")


class CommandFailed(Exception):
    """What a command of a page said when it ended otherwise than the page has it."""


def all_pages(root):
    return [root / "README.md"] + sorted((root / "docs" / "guide").glob("*.md"))


def fresh_files(page, root, build):
    """The page and its pictures as commands write them, by file."""
    return {page: fresh_text(page, root, build), **pictures(page, root, build)}


def fresh_text(page, root, build):
    text = page.read_text()
    other = re.search(r"<!-- commands run with the heddle of (\S+) -->", text)
    suite = build / "suite"
    build = build / other[1] if other else build
    with Playground(page, root, build, suite) as playground:
        text = replace_blocks(text, playground)
    return with_files(with_outputs(text, root, build), root)


def difference(old, new):
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "the page", "as commands print it", lineterm="", n=1)
    return "\n".join("    " + line for line in list(lines)[:40])


class Playground:
    """A folder that looks like the repository to a page's commands: build/ is their own."""

    def __init__(self, page, root, build, suite):
        self.folder = build / "docs" / page.relative_to(root).with_suffix("")
        self.page, self.root, self.build, self.suite = page, root, build, suite

    def __enter__(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "build").mkdir(parents=True)
        for name in LINKED:
            (self.folder / name).symlink_to(self.root / name)
        for name in ("heddle", "python"):
            (self.folder / "build" / name).symlink_to(self.build / name)
        self.serve_sweeps()
        return self

    def serve_sweeps(self):
        """Sweeps find the build's workloads compiled: what is copied now is newer than all that it is made of."""
        for results in set(re.findall(r"heddle sweep .*--results build/(\S+)", self.page.read_text())):
            programs = self.folder / "build" / f"{results}.work" / "programs"
            programs.mkdir(parents=True)
            for rule in self.suite.glob(".*.d"):
                for file in (rule, rule.with_name(rule.name[1:-2])):
                    shutil.copy(file, programs)

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, command):
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "120", "TERM": "dumb"}
        expected = re.search(r"# exit (\d+)$", command)
        finished = subprocess.run(["bash", "-c", command], cwd=self.folder, env=environment, timeout=SECONDS, text=True,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if finished.returncode != (int(expected[1]) if expected else 0):
            raise CommandFailed(f"exit code {finished.returncode}: {command}\n{finished.stdout}")
        return re.sub(r" +$", "", finished.stdout, flags=re.MULTILINE).strip("\n")


def replace_blocks(text, playground):
    return re.sub(r"^```console\n(.*?)^```$", lambda match: console_block(match[1], playground), text,
                  flags=re.MULTILINE | re.DOTALL)


def console_block(body, playground):
    lines = []
    for command, old in commands_of(body):
        output = playground.run(" ".join(line.rstrip("\\") for line in command))
        lines += ["$ " + "\n".join(command)]
        shown = old if masked(output) == masked(old) else output
        if shown:
            lines.append(shown)
    return "```console\n" + "\n".join(lines) + "\n```"


def commands_of(body):
    """Pairs of a command, which `\\` continues on the next line, and the output that stands beneath it."""
    pairs, continued = [], False
    for line in body.splitlines():
        if continued:
            pairs[-1][0].append(line)
        elif line.startswith("$ "):
            pairs.append(([line[2:]], []))
        elif pairs:
            pairs[-1][1].append(line)
        continued = (continued or line.startswith("$ ")) and line.endswith("\\")
    return [(command, "\n".join(output)) for command, output in pairs]


def masked(text):
    return "\n\n".join(masked_paragraph(paragraph) for paragraph in text.split("\n\n"))


def masked_paragraph(text):
    """Texts that depend on the host are left out. Where there is one, the widths of columns may depend on it too, so
    blanks count once; all other text, such as a table, counts as it stands."""
    shown = text
    for pattern in HOST_TEXTS:
        shown = pattern.sub("(host)", shown)
    return text if shown == text else re.sub(r" +", " ", shown)


def with_outputs(text, root, build):
    def fresh(match):
        command = match[1]
        path = f"{build}:{os.environ['PATH']}"
        finished = subprocess.run(["bash", "-c", command], cwd=root, env={**os.environ, "PATH": path}, text=True,
                                  stdout=subprocess.PIPE, timeout=SECONDS, check=True)
        return f"<!-- output of: {command} -->\n{finished.stdout.strip()}\n<!-- end of output -->"

    return re.sub(r"<!-- output of: (.*?) -->\n.*?<!-- end of output -->", fresh, text, flags=re.DOTALL)


def pictures(page, root, build):
    """The pictures of a page as their commands draw them, by file."""
    pattern = r"<!-- picture of: (.*?) -->\n!\[[^\]]*\]\((\S+)\)"
    drawn = {}
    with Playground(page, root, build, build / "suite") as playground:
        for command, name in re.findall(pattern, page.read_text(), flags=re.DOTALL):
            playground.run(command)
            drawn[(page.parent / name).resolve()] = (playground.folder / Path(name).name).read_text()
    return drawn


def with_files(text, root):
    def fresh(match):
        file, fence = match[1], match[2]
        return f"<!-- text of: {file} -->\n```{fence}\n{(root / file).read_text().rstrip()}\n```"

    return re.sub(r"<!-- text of: (.*?) -->\n```(\w*)\n.*?^```$", fresh, text, flags=re.MULTILINE | re.DOTALL)
