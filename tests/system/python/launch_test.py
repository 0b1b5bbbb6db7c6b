"""Kernels, arrays, statistics: the values are those that NumPy computes."""
import os
import pathlib
import unittest

import numpy

import heddle
from kernels import COUNT, CUDA, SCALE, TYPES, scale


class LaunchTest(unittest.TestCase):
    def test_a_numpy_array_is_copied_there_and_back(self):
        _, kernel = scale()
        numbers = numpy.arange(512, dtype=numpy.uint32)
        result = kernel(numbers, 7, grid=4, block=128)
        numpy.testing.assert_array_equal(numbers, 7 * numpy.arange(512, dtype=numpy.uint32))
        self.assertTrue(result.complete and result.timed)
        self.assertEqual((result.grid, result.block, result.kernel), ((4, 1, 1), (128, 1, 1), "scale"))

    def test_an_array_that_cannot_be_written_is_input_alone(self):
        _, kernel = scale()
        numbers = numpy.ones(128, dtype=numpy.uint32)
        numbers.flags.writeable = False
        kernel(numbers, 3, grid=1, block=128)
        self.assertEqual(numbers.sum(), 128)

    def test_a_device_array_stays_between_launches(self):
        gpu, kernel = scale()
        array = gpu.to_device(numpy.full((2, 128), 3, dtype=numpy.uint32))
        kernel(array, 5, grid=2, block=128)
        kernel(array, numpy.uint32(2), grid=(4, 1), block=(64, 1, 1))
        self.assertEqual(array.to_host().tolist(), numpy.full((2, 128), 30).tolist())
        self.assertEqual(numpy.asarray(array).shape, (2, 128))

    def test_each_type_of_parameter(self):
        gpu = heddle.Simulation()
        module = gpu.load(TYPES)
        kernel = module["types"]
        self.assertEqual([kind for _, kind, _ in kernel.parameters], ["u64", "f32", "f64", "s32", "u8"])
        out = gpu.zeros(24, numpy.uint8)
        kernel(out, 0.5, 3, -7, 200, grid=1, block=1)
        bytes_ = out.to_host()
        self.assertEqual(bytes_[:8].view(numpy.float64)[0], 3.0)
        self.assertEqual(bytes_[8:12].view(numpy.float32)[0], 0.5)
        self.assertEqual(bytes_[12:16].view(numpy.int32)[0], -7)
        self.assertEqual(bytes_[16:20].view(numpy.uint32)[0], 200)
        self.assertGreater(module.variable("seen"), 0)

    def test_cuda_text_goes_through_heddles_compiler(self):
        gpu = heddle.Simulation()
        module = gpu.compile(CUDA)
        a, b = (numpy.arange(300, dtype=numpy.float32) * factor for factor in (1, 2))
        total = numpy.zeros_like(a)
        module["add"](total, a, b, 300, grid=2, block=256)
        numpy.testing.assert_array_equal(total, a + b)
        self.assertIn("shop::add(float*, float const*, float const*, int)", module)

    def test_files(self):
        gpu = heddle.Simulation()
        source = pathlib.Path(os.environ["HEDDLE_SOURCE"])
        self.assertIn("scale", gpu.load_file(source / "workloads" / "scale" / "scale.ptx"))
        self.assertIn("walk", gpu.load_file(str(source / "workloads" / "pathfinder" / "pathfinder.cu")))
        with self.assertRaisesRegex(heddle.Error, "nothing.ptx: cannot be read: .*No such file"):
            gpu.load_file("nothing.ptx")

    def test_launches_run_at_the_same_time(self):
        gpu = heddle.Simulation()
        kernel = gpu.load(COUNT)["count"]
        alone = kernel(2000, grid=1, block=32).cycles
        first, second = (kernel.launch(2000, grid=1, block=32) for _ in range(2))
        before = gpu.now
        results = [first.wait(), second.wait()]
        self.assertLess(gpu.now - before, 1.5 * alone)
        self.assertIs(first.wait(), results[0])

    def test_arrays_are_freed_with_their_last_reference(self):
        gpu, kernel = scale()
        free = gpu.free_bytes
        array = gpu.empty(1 << 16, numpy.uint32)
        self.assertEqual(free - gpu.free_bytes, 4 << 16)
        del array
        self.assertEqual(gpu.free_bytes, free)
        kernel(numpy.zeros(128, numpy.uint32), 1, grid=1, block=128)
        self.assertEqual(gpu.free_bytes, free)

    def test_a_launch_keeps_its_arrays(self):
        gpu, kernel = scale()
        array = gpu.to_device(numpy.ones(128, dtype=numpy.uint32))
        launch = kernel.launch(array, 9, grid=1, block=128)
        address = array.address
        del array
        other = gpu.empty(128, numpy.uint32)
        self.assertNotEqual(other.address, address)
        launch.wait()


class StatisticsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        _, kernel = scale({"run.stats_sms": True})
        cls.result = kernel(numpy.zeros(512, numpy.uint32), 1, grid=4, block=128)

    def test_attributes_and_items_agree(self):
        statistics = self.result.statistics
        self.assertEqual(statistics.stall.issued, statistics["stall.issued"])
        self.assertEqual(statistics.stall["issued"], dict(statistics)["stall.issued"])
        self.assertIn("stall", dir(statistics))

    def test_counts_are_the_kernels(self):
        statistics = self.result.statistics
        self.assertEqual(statistics["warp_instructions"] * 32, statistics["thread_instructions"])
        self.assertEqual(statistics["warp_instructions"], self.result.statistics.stall.issued)
        slots = sum(value for name, value in statistics.stall.items())
        self.assertEqual(slots % self.result.cycles, 0)

    def test_sms_add_up(self):
        total = self.result.statistics["warp_instructions"]
        self.assertEqual(sum(sm["warp_instructions"] for sm in self.result.sms), total)

    def test_an_unknown_statistic_is_an_attribute_error_with_the_nearest_name(self):
        with self.assertRaisesRegex(heddle.UnknownName, "there is no statistic 'stall.isued'; did you mean 'stall.issued'"):
            self.result.statistics.stall.isued
        self.assertFalse(hasattr(self.result.statistics, "nothing"))
        with self.assertRaises(KeyError):
            self.result.statistics["nothing"]


class MachineTest(unittest.TestCase):
    def test_a_machine_is_a_dictionary(self):
        machine = heddle.machine("gtx480")
        machine["sm"]["count"] = 3
        gpu = heddle.Simulation(machine, {"l1": {"hit_latency": 77}})
        self.assertEqual((gpu.parameters["sm"]["count"], gpu.parameters["l1"]["hit_latency"]), (3, 77))

    def test_settings_decide(self):
        cycles = {}
        for latency in (20, 400):
            _, kernel = scale({"dram": {"t_cl": 12}, "l2.hit_latency": latency})
            cycles[latency] = kernel(numpy.zeros(128, numpy.uint32), 1, grid=1, block=128).cycles
        self.assertGreater(cycles[400], cycles[20] + 300)

    def test_what_there_is(self):
        self.assertIn("gtx480", heddle.machines())
        self.assertIn("gto", heddle.policies("warp_scheduler"))
        self.assertIn("cycles", heddle.describe("l1.hit_latency"))
        self.assertIn("stall.barrier", heddle.describe("stall.barrier"))
        self.assertEqual(heddle.Simulation().load(SCALE)["scale"].occupancy(1024)[0], 1)


if __name__ == "__main__":
    unittest.main()
