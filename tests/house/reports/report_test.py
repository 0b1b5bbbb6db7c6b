"""scripts/report.py: an edited page is seen, nothing is written where something fails, changes are not measured unnoticed."""
import contextlib
import io
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))

import reports  # noqa: E402
from reports import bench_rows, command, data, numbers, stamp  # noqa: E402
from reports.page import Page  # noqa: E402

BODY = "# Speed\n\nIn seconds.\n\n| row | s |\n|---|---|\n| a | 12 |\n"
REVISION = "0123abc"


class Stamp(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.page = pathlib.Path(self.folder.name) / "fidelity.md"
        self.text = stamp.stamped(BODY, "fidelity", REVISION, False, "2026-11-24")

    def tearDown(self):
        self.folder.cleanup()

    def fault(self, text):
        self.page.write_text(text)
        return stamp.fault_of(self.page, "fidelity", lambda words: command.is_command_of("fidelity", words))

    def test_a_page_as_written_has_no_fault(self):
        self.assertIsNone(self.fault(self.text))
        self.assertIsNone(self.fault(stamp.stamped(BODY, "fidelity", REVISION, True, "2026-11-24")))
        self.assertIn(f"of revision {REVISION}, 2026-11-24. Checksum ", self.text)

    def test_an_imported_page_names_its_source(self):
        source = f"Imported from `docs/speed.md` of revision {REVISION}, 2026-11-24; "
        self.assertIsNone(self.fault(stamp.signed(BODY, source + "`scripts/report.py fidelity` measures it anew.")))
        self.assertIn("does not end in a stamp", self.fault(stamp.signed(BODY, source)))

    def test_any_edit_shows(self):
        for old, new in (("| 12 |", "| 13 |"), ("In seconds", "In  seconds"), (REVISION, "0123abd"),
                         ("2026-11-24", "2026-11-25"), (f"{REVISION},", f"{REVISION} with changes that are not committed,")):
            self.assertEqual(self.text.count(old), 1)
            self.assertIn("is not as its command wrote it", self.fault(self.text.replace(old, new)))

    def test_a_page_without_a_stamp(self):
        self.assertIn("does not end in a stamp", self.fault(BODY))
        self.assertIn("is not as its command wrote it", self.fault(self.text + "More.\n"))

    def test_the_command_writes_this_page(self):
        for words in ("nothing", "energy", "fidelity energy", "fidelity --rows x", "fidelity --unknown"):
            self.assertIn("does not write it", self.fault(stamp.stamped(BODY, words, REVISION, False, "2026-11-24")))
        self.assertTrue(command.is_command_of("performance", ["performance", "--repeat", "3"]))


class Writing(unittest.TestCase):
    """report.py in a repository of its own, with one report."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        (self.root / "reports").mkdir()
        (self.root / "source").write_text("1\n")
        self.git("init", "-q")
        self.git("add", ".")
        self.git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", "First")
        self.command = "echo 41"
        module = types.SimpleNamespace(TITLE="Speed", TIME="1 minute", TARGETS=[], measure=self.measure)
        for target, value in (("ROOT", self.root), ("reports.PAGES", ("speed",)), ("reports.module_of", lambda _: module)):
            patch = mock.patch(f"reports.command.{target}", value)
            patch.start()
            self.addCleanup(patch.stop)
        self.addCleanup(self.folder.cleanup)

    def measure(self, tools, _options):
        page = Page("Speed", "In seconds.")
        page.table(("row", "s"), [("a", tools.output(*self.command.split()).strip())])
        return page

    def git(self, *words):
        subprocess.run(["git", "-C", self.root, *words], check=True, capture_output=True)

    def report(self, *words):
        """Exit code, what was said on standard error."""
        said = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
            return command.main(list(words)), said.getvalue()

    def page(self):
        path = self.root / "reports/speed.md"
        return path.read_text() if path.exists() else None

    def test_a_page_is_written_with_its_stamp(self):
        self.assertEqual(self.report("speed")[0], 0)
        revision = subprocess.run(["git", "-C", self.root, "rev-parse", "HEAD"], capture_output=True, text=True).stdout[:7]
        self.assertRegex(self.page(), rf"\| a \| 41 \|\n\n---\n\nWritten by `scripts/report.py speed` of revision {revision}, ")
        self.assertEqual(self.report("--check"), (0, ""))
        self.assertEqual(self.report("speed")[0], 0)  # its own page is no change of the tree

    def test_changes_are_not_measured_unnoticed(self):
        (self.root / "source").write_text("2\n")
        code, said = self.report("speed")
        self.assertEqual((code, self.page()), (1, None))
        self.assertIn("source", said)
        self.assertIn("--dirty", said)
        self.assertEqual(self.report("speed", "--dirty")[0], 0)
        self.assertIn("with changes that are not committed", self.page())

    def test_a_file_that_git_does_not_know_is_a_change(self):
        (self.root / "new").write_text("1\n")
        self.assertEqual(self.report("speed")[0], 1)

    def test_a_run_that_fails_leaves_the_page_as_it_was(self):
        self.report("speed")
        before = self.page()
        self.command = "cat not-there"
        code, said = self.report("speed")
        self.assertEqual((code, self.page()), (1, before))
        self.assertIn("cat not-there", said)
        self.assertIn("No such file", said)
        self.assertEqual([path.name for path in (self.root / "reports").iterdir()], ["speed.md"])

    def test_pages_that_are_missing_or_nobodys_are_faults(self):
        self.assertIn("scripts/report.py speed writes it", self.report("--check")[1])
        self.report("speed")
        (self.root / "reports/other.md").write_text("# Other\n")
        self.assertIn("no command writes it", self.report("--check")[1])


class Pieces(unittest.TestCase):
    def test_every_report_says_what_it_is(self):
        for name in reports.PAGES:
            module = reports.module_of(name)
            for word in ("TITLE", "TIME", "TARGETS", "measure"):
                self.assertTrue(hasattr(module, word), f"{name} has no {word}")

    def test_data_of_others_name_their_source(self):
        for path in sorted((ROOT / "reports/data").glob("*.csv")):
            self.assertGreater(len(data.source(ROOT, path.stem)), 80, path)
            self.assertGreater(len(data.read(ROOT, path.stem)), 2, path)

    def test_the_programs_of_gpgpusim_are_rows_of_the_benchmark(self):
        self.assertEqual(bench_rows.ROWS[0], ("vecadd-1m", "vecadd", ["1048576"]))
        self.assertEqual(len(bench_rows.ROWS), 7)

    def test_means(self):
        self.assertAlmostEqual(numbers.geometric_mean([2, 8]), 4)
        self.assertAlmostEqual(numbers.arithmetic_mean([2, 8]), 5)

    def test_a_table_has_rows_of_its_header(self):
        page = Page("Speed", "In seconds.")
        with self.assertRaises(ValueError):
            page.table(("row", "s"), [("a",)])
        with self.assertRaises(ValueError):
            page.table(("row", "s"), [])
        page.table(("row", "s"), [("a|b", 1)])
        self.assertTrue(page.body().endswith("| row | s |\n|---|---|\n| a\\|b | 1 |\n"))


if __name__ == "__main__":
    unittest.main()
