"""mypy's stubtest finds the stubs like the modules, and mypy the modules without a mistake."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD, SOURCE = (pathlib.Path(os.environ[name]) for name in ("HEDDLE_BUILD", "HEDDLE_SOURCE"))

USE = """
import heddle
import numpy
gpu = heddle.Simulation("gtx480", {"l1.hit_latency": 40})
kernel: heddle.Kernel = gpu.load("")["scale"]
cycles: int = kernel(numpy.zeros(4), 7, grid=4, block=(32, 4)).cycles
class Mine(heddle.WarpScheduler):
    def pick(self, slot: int, candidates: tuple[int, ...]) -> int:
        return self.sm.warp(candidates[0]).index
wrong: str = gpu.now
"""


def has_mypy():
    return subprocess.run([sys.executable, "-m", "mypy", "--version"], capture_output=True).returncode == 0


@unittest.skipUnless(has_mypy(), "mypy is not installed: apt-get install mypy")
class TypesTest(unittest.TestCase):
    def run_module(self, *words):
        with tempfile.TemporaryDirectory() as cache:
            environment = {**os.environ, "MYPYPATH": str(BUILD / "python"), "MYPY_CACHE_DIR": cache}
            done = subprocess.run([sys.executable, "-m", *map(str, words)], cwd=SOURCE, env=environment, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def test_stubs_are_like_the_modules(self):
        status, said = self.run_module("mypy.stubtest", "heddle", "--mypy-config-file", "pyproject.toml", "--allowlist",
                                       pathlib.Path(__file__).with_name("stubtest_allowlist.txt").absolute(),
                                       "--ignore-unused-allowlist")
        self.assertEqual(status, 0, said)

    def test_the_modules_are_typed(self):
        status, said = self.run_module("mypy", "-p", "heddle")
        self.assertEqual(status, 0, said)

    def test_a_program_is_checked(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "use.py"
            path.write_text(USE)
            status, said = self.run_module("mypy", path)
        self.assertEqual(status, 1, said)
        self.assertEqual(said.count("error:"), 1, said)
        self.assertIn('use.py:10: error: Incompatible types in assignment (expression has type "int"', said)


if __name__ == "__main__":
    unittest.main()
