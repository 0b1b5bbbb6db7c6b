"""Whole programs and sweeps, by heddle's own commands."""
import os
import pathlib
import tempfile
import unittest
from unittest import mock

import heddle

PROGRAM = r"""
#include <cstdio>
#include <cstdlib>
__global__ void twice(int* values) { values[threadIdx.x] *= 2; }
__global__ void once(int* values) { values[threadIdx.x] += 1; }
int main(int count, char** words) {
  int* values;
  cudaMallocManaged(&values, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) values[i] = i;
  twice<<<1, 64>>>(values);
  twice<<<1, 64>>>(values);
  once<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  std::printf("%d %s\n", values[63], count > 1 ? words[1] : "-");
  return count > 2 ? std::atoi(words[2]) : 0;
}
"""


class ProgramsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kept = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.kept.name)
        source = cls.folder / "twice.cu"
        source.write_text(PROGRAM)
        cls.program = heddle.compile_program(source, cls.folder / "twice")

    @classmethod
    def tearDownClass(cls):
        cls.kept.cleanup()

    def test_a_program_runs_and_its_kernels_are_measured(self):
        run = heddle.run(self.program, ["word"], settings={"warp_scheduler": "lrr", "l1": {"hit_latency": 50}})
        self.assertEqual((run.output, run.exit_code, run.status), ("253 word\n", 0, "complete"))
        self.assertEqual([kernel.name for kernel in run.kernels], ["twice(int*)", "once(int*)"])
        self.assertEqual([launch.name for launch in run.launches], ["twice(int*)", "twice(int*)", "once(int*)"])
        total = run.statistics["warp_instructions"]
        self.assertEqual(sum(kernel.statistics.warp_instructions for kernel in run.kernels), total)
        self.assertEqual(run.kernel("twice").cycles, sum(launch.cycles for launch in run.launches[:2]))
        self.assertEqual(run.statistics.stall.memory_order, 0)  # stats.json leaves out zeros
        self.assertEqual(run.parameters["l1"]["hit_latency"], 50)

    def test_a_run_is_kept_and_read(self):
        out = self.folder / "out"
        run = heddle.run(self.program, machine={"base": "gtx480", "sm": {"count": 2}}, out=out)
        again = heddle.read_run(out)
        self.assertEqual(dict(run.statistics), dict(again.statistics))
        self.assertEqual(again.parameters["sm"]["count"], 2)
        with self.assertRaisesRegex(heddle.UnknownName, "there is no kernel 'thrice'"):
            again.kernel("thrice")

    def test_a_whole_machine_as_a_dictionary(self):
        machine = heddle.machine("gtx480")
        machine["sm"]["count"] = 2
        machine["policies"]["warp_scheduler"] = "gto"
        parameters = heddle.run(self.program, machine=machine).parameters
        self.assertEqual((parameters["sm"]["count"], parameters["policies"]["warp_scheduler"]), (2, "gto"))
        machine["l1"]["hit_latncy"] = 2
        with self.assertRaisesRegex(heddle.CommandError, r"machine.toml:\d+: unknown key 'l1.hit_latncy'; did you mean"):
            heddle.run(self.program, machine=machine)

    def test_the_machine_of_a_simulation_is_one_for_programs(self):
        file = self.folder / "machine.toml"
        file.write_text(heddle.Simulation("gtx480", {"l1.hit_latency": 51}).configuration)
        self.assertEqual(heddle.run(self.program, machine=str(file)).parameters["l1"]["hit_latency"], 51)

    def test_an_earlier_result_is_not_taken_for_this_one(self):
        out = self.folder / "again"
        heddle.run(self.program, out=out)
        with self.assertRaisesRegex(heddle.CommandError, "unknown machine"):
            heddle.run(self.program, machine="nothing", out=out, check=False)

    def test_a_program_that_fails(self):
        with self.assertRaises(heddle.CommandError) as caught:
            heddle.run(self.program, ["word", 3])
        self.assertEqual((caught.exception.status, caught.exception.output), (3, "253 word\n"))
        self.assertEqual(heddle.run(self.program, ["word", 3], check=False).exit_code, 3)

    def test_messages_are_heddles(self):
        with self.assertRaisesRegex(heddle.CommandError, "unknown machine 'gtx48'; did you mean 'gtx480'"):
            heddle.run(self.program, machine="gtx48")
        with self.assertRaisesRegex(heddle.CommandError, "unknown key 'l1.hit_latncy'; did you mean"):
            heddle.run(self.program, settings={"l1.hit_latncy": 3})
        with self.assertRaisesRegex(heddle.Error, "cannot call a class of Python's"):
            heddle.run(self.program, settings={"warp_scheduler": heddle.WarpScheduler})
        with self.assertRaisesRegex(heddle.Error, "is no folder of a run"):
            heddle.read_run(self.folder / "nothing")
        with self.assertRaisesRegex(heddle.CommandError, "expected|error"):
            heddle.Simulation().compile("__global__ void f( {")
        with mock.patch.dict(os.environ, HEDDLE_PROGRAM="/nothing"), \
                self.assertRaisesRegex(heddle.Error, "HEDDLE_PROGRAM=/nothing: no such program"):
            heddle.run(self.program)

    def test_a_sweep_from_a_dictionary(self):
        plan = {"workloads": [], "machines": ["gtx480"], "program": [{"name": "twice", "program": str(self.program)}],
                "setting": [{"name": "lrr", "set": {"warp_scheduler": "lrr"}},
                            {"name": "slow", "set": {"l1.hit_latency": 500, "l2": {"hit_latency": 900}}}]}
        file = self.folder / "results.sqlite"
        results = heddle.sweep(plan, file, jobs=1)
        self.assertEqual([row["setting"] for row in results.rows()], ["lrr", "slow"])
        frame = heddle.read_results(file).frame()
        self.assertEqual(list(frame["status"]), ["ok", "ok"])
        self.assertGreater(frame["cycles"].iloc[1], frame["cycles"].iloc[0])
        speedups = results.speedups("slow").set_index("setting")["speedup"]
        self.assertAlmostEqual(speedups["lrr"], frame["cycles"].iloc[1] / frame["cycles"].iloc[0])
        with self.assertRaisesRegex(heddle.Error, "there is no setting 'lr'; did you mean 'lrr'"):
            results.speedups("lr")
        with self.assertRaisesRegex(heddle.Error, "no such table: absent"):
            results.rows("SELECT * FROM absent")
        with self.assertRaisesRegex(heddle.CommandError, "there is no key 'sizzes' here; did you mean 'sizes'"):
            heddle.sweep({"sizzes": ["tiny"]}, file)
        with self.assertRaisesRegex(heddle.Error, "there are no results"):
            heddle.read_results(self.folder / "nothing.sqlite")

    def swept(self):
        """Two runs that differ in a parameter, which has the name of a statistic, and in another."""
        plan = {"program": [{"name": "twice", "program": str(self.program)}],
                "setting": [{"name": name, "axis": "cycles", "set": {"energy.dram.read": read, "l1.hit_latency": latency}}
                            for name, read, latency in (("few", 50, 20), ("more", 60, 90))]}
        return heddle.sweep(plan, self.folder / "columns.sqlite", jobs=1)

    def test_columns_have_names_of_their_own(self):
        columns = self.swept().columns()
        self.assertEqual(columns["axis.cycles"], ["few", "more"])
        self.assertEqual(columns["parameter.energy.dram.read"], [50, 60])
        self.assertEqual(columns["l1.hit_latency"], [20, 90])
        self.assertGreater(columns["cycles"][0], 0)
        self.assertGreater(columns["energy.dram.read"][1], columns["energy.dram.read"][0])
        self.assertEqual({len(values) for values in columns.values()}, {2})
        self.assertNotIn("l2.hit_latency", columns)  # the same in all runs

    def test_results_are_loaded_by_libraries_of_tables(self):
        results = self.swept()
        table = heddle.load(results.file)
        self.assertEqual(list(table["status"]), ["ok", "ok"])
        self.assertEqual(list(table.columns), list(results.columns()))
        with self.assertRaisesRegex(heddle.Error, "there are: pandas, polars, arrow"):
            heddle.load(results.file, "numpy")
        with self.assertRaisesRegex(heddle.Error, "there are no results"):
            heddle.load(self.folder / "none.sqlite")
        for library, package in (("polars", "polars"), ("arrow", "pyarrow")):
            with mock.patch.dict("sys.modules", {package: None}), \
                    self.assertRaisesRegex(ImportError, f"pip install {package}"):
                heddle.load(results.file, library)

    def test_tables_are_written_whole_or_not(self):
        results = self.swept()
        with self.assertRaisesRegex(heddle.Error, "a file .parquet or .arrow"):
            results.write(self.folder / "table.csv")
        with mock.patch.dict("sys.modules", {"pyarrow": None}), self.assertRaisesRegex(ImportError, "pip install pyarrow"):
            results.write(self.folder / "table.parquet")
        self.assertFalse((self.folder / "table.parquet").exists())
        try:
            import pyarrow.feather
            import pyarrow.parquet
        except ImportError:
            self.skipTest("pyarrow is not installed")
        for name, read in (("table.parquet", pyarrow.parquet.read_table), ("table.arrow", pyarrow.feather.read_table)):
            results.write(self.folder / name)
            self.assertEqual(read(self.folder / name).to_pydict(), results.columns())
        with self.assertRaisesRegex(heddle.Error, "table.parquet"):
            results.write(self.folder / "none" / "table.parquet")

    def test_frames(self):
        run = heddle.run(self.program)
        frame = heddle.frame(run.kernels).set_index("kernel")
        self.assertEqual(frame.loc["twice(int*)", "launches"], 2)
        named = heddle.frame({"first": run, "second": run})
        self.assertEqual(list(named.index), ["first", "second"])
        with mock.patch.dict("sys.modules", pandas=None), self.assertRaisesRegex(ImportError, "apt-get install python3-pandas"):
            heddle.frame(run.kernels)


if __name__ == "__main__":
    unittest.main()
