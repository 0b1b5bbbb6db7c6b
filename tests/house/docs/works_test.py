"""docs/reference/works.bib: its entries are whole, and each policy with a source, each machine and each study has one.

  works_test.py HEDDLE    the program that lists what there is
"""
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
WORKS = ROOT / "docs/reference/works.bib"
ENTRY = re.compile(r"^@(\w+)\{([\w-]+),\n(.*?)^\}$", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"^  (\w+)\s*= \{(.*?)\}(?:,\n|\n)(?=  \w|\Z)", re.MULTILINE | re.DOTALL)
PLACES = {"inproceedings": "booktitle", "article": "journal", "phdthesis": "school", "techreport": "institution"}
PARTS = {"energy", "l1_replay", "independent_threads"}  # of heddle, besides policies, machines and studies
HEDDLE = "heddle"


def printed(*arguments):
    return subprocess.run([HEDDLE, *arguments], text=True, stdout=subprocess.PIPE, check=True).stdout


def entries():
    return {key: (kind, dict(FIELD.findall(body))) for kind, key, body in ENTRY.findall(WORKS.read_text())}


def names_of(fields):
    return {name.strip() for name in fields.get("heddle", "").split(",")} - {""}


def plain(text):
    """A title as letters and digits, however it is written."""
    return re.sub(r"[^a-z0-9]+", " ", text.replace("{", "").replace("}", "").lower()).strip()


def column(text):
    return [line.split("|")[1].strip() for line in text.splitlines()[2:]]


def sources():
    """The source of each policy that names a work with its year, by KIND.NAME."""
    found = {}
    for kind in column(printed("list", "kinds", "--markdown")):
        for name in column(printed("list", kind, "--markdown")) if kind != "probe" else ():
            explained = printed("explain", f"{kind}.{name}")
            source = re.search(r"^  source: (.*?)^  kind:", explained, re.MULTILINE | re.DOTALL)
            if source and re.search(r"\b(19|20)\d\d\b|dissertation", source[1]):
                found[f"{kind}.{name}"] = plain(source[1])
    return found


def machines_and_studies():
    return ({f"machine.{file.stem}" for file in (ROOT / "machines").glob("*.toml")}
            | {f"study.{file.parent.name}" for file in (ROOT / "experiments").glob("*/experiment.toml")})


def suites():
    """Whatever workloads stand for, one text a workload."""
    return [match[1] for file in (ROOT / "workloads").glob("*/*.toml") for match in re.finditer(r'^stands_for = "(.*)"', file.read_text(), re.M)]


class Works(unittest.TestCase):
    def test_entries_are_read_to_the_last(self):
        text = WORKS.read_text()
        self.assertEqual(len(entries()), len(re.findall(r"^@", text, re.MULTILINE)))

    def test_entries_are_whole(self):
        for key, (kind, fields) in entries().items():
            with self.subTest(key):
                for field in ("author", "title", PLACES[kind]):
                    self.assertTrue(fields.get(field), field)
                self.assertTrue("year" in fields or kind == "phdthesis")
                self.assertRegex(fields.get("year", "2000"), r"^(19|20)\d\d$")

    def test_each_source_has_its_work_and_no_entry_is_of_nothing(self):
        titles = {key: plain(fields["title"]) for key, (_, fields) in entries().items()}
        all_sources = sources()
        self.assertGreater(len(all_sources), 40)
        for policy, source in all_sources.items():
            self.assertTrue(any(title in source for title in titles.values()), f"{policy}: no entry has the title of its source")
        for key, (_, fields) in entries().items():
            self.assertTrue(names_of(fields) or any(titles[key] in source for source in all_sources.values()), key)

    def test_names_of_entries_are_those_that_there_are(self):
        named = set().union(*(names_of(fields) for _, fields in entries().values()))
        suites_named = {name for name in named if name.startswith("suite.")}
        self.assertEqual(named - suites_named, machines_and_studies() | PARTS)
        for name in suites_named:
            self.assertTrue(any(name.removeprefix("suite.") in text for text in suites()), name)

    def test_suites_of_several_workloads_have_their_work(self):
        named = set().union(*(names_of(fields) for _, fields in entries().values()))
        for suite in ("Rodinia", "Parboil", "Polybench", "GPGPU-Sim", "LonestarGPU", "SHOC"):
            self.assertIn(f"suite.{suite}", named)


if __name__ == "__main__":
    HEDDLE = sys.argv.pop(1)
    unittest.main()
