#!/usr/bin/env python3
"""Keeps README.md and docs/ true: writes what commands print, or says where a page differs from it.

  scripts/docs.py update [PAGE...]     rewrites the pages (`make docs`)
  scripts/docs.py check [PAGE...]      exit code 1 where a page is out of date (a test)
  --build DIR                          the build whose heddle runs (build)

A page has seven kinds of text that a command owns:

  ```console                           commands and what they print, both streams; run in order in the
  $ build/heddle list machines         page's own folder, which looks like the repository. A command
  ...                                  that ends in `# exit N` ends with that code. Host times do not count.
  ```
  <!-- output of: COMMAND -->          Markdown that the command prints
  <!-- end of output -->
  <!-- picture of: COMMANDS -->        the next line shows a picture FILE, which the commands write into the
  ![words](FILE)                       page's own folder by its name without folders; compared as well
  <!-- text of: FILE -->               the next fenced block is this file of the repository
  <!-- commands run with the heddle of FOLDER -->   a folder of the build: the page's heddle has a policy more
  `gtx480: l1.hit_latency = 35`        a value of a machine; checked, not written
  [words](../file.md#heading)          relative links; checked, not written

The pages of docs/reference are written whole. Prose of docs/guide states no measured numbers: outside of code there is no
percentage, no decimal fraction and no number of three digits but years of publications and numbers of sections.
"""
import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pages import lint, reference, text

JOBS = 2  # pages at a time
ROOT = Path(__file__).resolve().parent.parent


def chosen_pages(names):
    known = text.all_pages(ROOT)
    if not names:
        return known
    chosen = [Path(name).resolve() for name in names]
    for page in chosen:
        if page not in known:
            sys.exit(f"docs: {page} is not a page: " + ", ".join(str(k.relative_to(ROOT)) for k in known))
    return chosen


def possible_pages(chosen, build):
    """Those whose commands the build has: one without pybind11 has no Python package."""
    if (build / "python").exists():
        return chosen
    left = [page for page in chosen if "PYTHONPATH=build/python" in page.read_text()]
    for page in left:
        print(f"docs: {page.relative_to(ROOT)} is left out: {build} has no Python package", file=sys.stderr)
    return [page for page in chosen if page not in left]


def fresh_texts(chosen, build):
    """The pages and their pictures as commands write them, by file, and what went wrong."""
    texts, faults = {}, []
    with ThreadPoolExecutor(JOBS) as pool:
        for page, future in [(page, pool.submit(text.fresh_files, page, ROOT, build)) for page in chosen]:
            try:
                texts.update(future.result())
            except text.CommandFailed as failure:
                faults.append(f"{page.relative_to(ROOT)}: {failure}")
    return texts, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=["update", "check"])
    parser.add_argument("pages", nargs="*")
    parser.add_argument("--build", default="build")
    arguments = parser.parse_intermixed_args()
    build = Path(arguments.build).resolve()
    if not (build / "heddle").exists():
        sys.exit(f"docs: there is no {build}/heddle: build it with `make all`, or name a build with --build DIR")

    fresh, faults = fresh_texts(possible_pages(chosen_pages(arguments.pages), build), build)
    if not arguments.pages:
        fresh.update(reference.pages(ROOT, build))
    for page, new in fresh.items():
        old = page.read_text() if page.exists() else ""
        name = page.relative_to(ROOT)
        if page.suffix == ".md":
            faults += [f"{name}{fault}" for fault in lint.faults(page, new, ROOT)]
        if new == old:
            continue
        if arguments.verb == "update":
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(new)
            print(f"docs: wrote {name}")
        else:
            faults.append(f"{name}: out of date: `make docs` writes it anew\n{text.difference(old, new)}")
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
