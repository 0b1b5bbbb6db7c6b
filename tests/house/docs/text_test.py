"""scripts/pages/text.py: which outputs of a command count as the same as what a page shows."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))

from pages.text import console_block, masked  # noqa: E402

TABLE = "kernel  cycles\nbfs        120\n"


class Printing:
    """A playground whose command prints this."""

    def __init__(self, output):
        self.output = output

    def run(self, command):
        return self.output


class Masked(unittest.TestCase):
    def test_a_table_counts_as_it_stands(self):
        self.assertNotEqual(masked(TABLE), masked(TABLE.replace("        120", "    120")))

    def test_times_of_the_host_do_not_count(self):
        self.assertEqual(masked("run    1.25 s\n"), masked("run  12 s\n"))
        self.assertNotEqual(masked("run  12 s\n"), masked("ran  12 s\n"))

    def test_a_time_leaves_other_paragraphs_as_they_are(self):
        with_time = TABLE + "\ntook  3 s\n"
        self.assertEqual(masked(with_time), masked(TABLE + "\ntook 14 s\n"))
        self.assertNotEqual(masked(with_time), masked(with_time.replace("        120", "    120")))

    def test_a_misaligned_table_is_replaced(self):
        shown = "$ heddle list\nkernel cycles\nbfs 120\n"
        self.assertEqual(console_block(shown, Printing(TABLE.strip())), f"```console\n$ heddle list\n{TABLE}```")


if __name__ == "__main__":
    unittest.main()
