"""`pip install .` without a network: in an environment of its own, from which programs and kernels run."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD, SOURCE = (pathlib.Path(os.environ[name]) for name in ("HEDDLE_BUILD", "HEDDLE_SOURCE"))
FOREIGN = ("PYTHONPATH", "HEDDLE_SDK", "HEDDLE_MACHINES", "HEDDLE_PROGRAM")

USE = """
import pathlib, sys, numpy, heddle
assert pathlib.Path(heddle.__file__).is_relative_to(sys.prefix), heddle.__file__
gpu = heddle.Simulation("gtx480")
numbers = numpy.arange(128, dtype=numpy.uint32)
gpu.compile('extern "C" __global__ void twice(unsigned* all) { all[threadIdx.x] *= 2; }')["twice"](numbers, grid=1, block=128)
assert (numbers == 2 * numpy.arange(128)).all()
pathlib.Path("empty.cu").write_text("__global__ void nothing() {} int main() { nothing<<<1, 32>>>(); return cudaDeviceSynchronize(); }")
run = heddle.run(heddle.compile_program("empty.cu", "empty"))
assert run.status == "complete" and run.kernels[0].name == "nothing()", run.kernels
print("all is well")
"""


class PackageTest(unittest.TestCase):
    def run_command(self, *words, folder):
        environment = {name: value for name, value in os.environ.items() if name not in FOREIGN}
        environment.update(PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_CONFIG_FILE=os.devnull)
        done = subprocess.run(list(map(str, words)), cwd=folder, env=environment, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_the_wheel_of_this_build(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            self.run_command(sys.executable, "-m", "venv", "--system-site-packages", "environment", folder=folder)
            python = folder / "environment" / "bin" / "python"
            self.run_command(python, "-m", "pip", "install", SOURCE, folder=folder)
            self.assertIn("all is well", self.run_command(python, "-c", USE, folder=folder))
            self.assertIn("heddle", self.run_command(folder / "environment" / "bin" / "heddle", "--version", folder=folder))
            listed = self.run_command(python, "-m", "pip", "show", "-f", "heddle", folder=folder)
            for part in ("heddle/py.typed", "heddle/_heddle.pyi", "share/heddle/machines/gtx480.toml"):
                self.assertIn(part, listed)
            self.run_command(python, "-m", "pip", "uninstall", "-y", "heddle", folder=folder)
            self.run_command(python, "-m", "pip", "install", "--no-build-isolation", "--no-deps", "-e", SOURCE, folder=folder)
            where = self.run_command(python, "-c", "import heddle; print(heddle.__file__)", folder=folder)
            self.assertEqual(where.strip(), str(BUILD / "python" / "heddle" / "__init__.py"))


if __name__ == "__main__":
    unittest.main()
