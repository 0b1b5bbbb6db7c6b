"""docs/reference/works.bib: its entries are whole, and what they call heddle's is there, with a work for all that names a source.

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
    return {name.strip() for name in fields["heddle"].split(",")}


def column(text):
    return [line.split("|")[1].strip() for line in text.splitlines()[2:]]


def policies():
    """KIND.NAME of all policies, without probes."""
    kinds = [kind for kind in column(printed("list", "kinds", "--markdown")) if kind != "probe"]
    return [f"{kind}.{name}" for kind in kinds for name in column(printed("list", kind, "--markdown"))]


class Works(unittest.TestCase):
    def test_entries_are_read_to_the_last(self):
        text = WORKS.read_text()
        self.assertEqual(len(entries()), len(re.findall(r"^@", text, re.MULTILINE)))

    def test_entries_are_whole(self):
        for key, (kind, fields) in entries().items():
            with self.subTest(key):
                for field in ("author", "title", PLACES[kind], "heddle"):
                    self.assertTrue(fields.get(field), field)
                self.assertTrue("year" in fields or kind == "phdthesis")
                self.assertRegex(fields.get("year", "2000"), r"^(19|20)\d\d$")

    def test_what_entries_name_is_there(self):
        machines = {f"machine.{file.stem}" for file in (ROOT / "machines").glob("*.toml")}
        studies = {f"study.{file.parent.name}" for file in (ROOT / "experiments").glob("*/experiment.toml")}
        known = machines | studies | PARTS | set(policies())
        for key, (_, fields) in entries().items():
            self.assertEqual(names_of(fields) - known, set(), key)

    def test_each_source_has_its_work(self):
        named = set().union(*(names_of(fields) for _, fields in entries().values()))
        sourced = {policy for policy in policies() if re.search(r"^  source:", printed("explain", policy), re.MULTILINE)}
        self.assertGreater(len(sourced), 40)
        self.assertEqual(sourced - named, set())

    def test_each_machine_and_study_has_its_work(self):
        named = set().union(*(names_of(fields) for _, fields in entries().values()))
        self.assertEqual({f"machine.{file.stem}" for file in (ROOT / "machines").glob("*.toml")} - named, set())
        self.assertEqual({f"study.{file.parent.name}" for file in (ROOT / "experiments").glob("*/experiment.toml")} - named, set())


if __name__ == "__main__":
    HEDDLE = sys.argv.pop(1)
    unittest.main()
