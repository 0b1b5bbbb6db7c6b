"""Whatever is given to the package's functions, what is wrong ends in an error of heddle's own that says so."""
import pathlib
import tempfile
import unittest

import numpy

import heddle
from kernels import COUNT, CUDA, SCALE, scale

#: What no function takes for a name, a number or a list of these.
ODD = (None, 5, 1.5, b"x", ["x"], {"x"}, object(), "\ud800")
NUMBERS = (None, "x", 1.5, -1, 1 << 40, object(), [1])


class CallsTest(unittest.TestCase):
    def refuses(self, call, *arguments, **named):
        """Raises an Error of heddle's whose message is in words of heddle's, not of pybind11's."""
        try:
            call(*arguments, **named)
        except heddle.Error as error:
            self.assertNotIn("incompatible", str(error))
            self.assertNotIn("invoked with", str(error))
            self.assertGreater(len(str(error)), 15)
        else:
            self.fail(f"{call} takes {arguments} {named}")

    def test_names(self):
        gpu = heddle.Simulation()
        module = gpu.load(SCALE)
        for odd in ODD:
            with self.subTest(odd=odd):
                self.refuses(heddle.machine, odd)
                self.refuses(heddle.describe, odd)
                self.refuses(module.variable, odd)
                self.refuses(module.__getitem__, odd)
                self.refuses(gpu.load, odd)
                self.refuses(gpu.load, SCALE, odd)
                self.refuses(gpu.compile, odd)
                self.refuses(heddle.Simulation, odd)
                self.refuses(heddle.Simulation, {"base": odd})
                self.refuses(heddle.Simulation, "gtx480", {odd if isinstance(odd, (str, int)) else 7: 4})
                if odd is not None:
                    self.refuses(heddle.policies, odd)
                if odd not in (5, 1.5):
                    self.refuses(heddle.Simulation, "gtx480", {"l1.hit_latency": odd})

    def test_files(self):
        gpu = heddle.Simulation()
        for odd in (None, 5, 1.5, ["x"], object(), "\ud800", "a\0b"):
            with self.subTest(odd=odd):
                self.refuses(gpu.load_file, odd)
                self.refuses(heddle.read_run, odd)
                self.refuses(heddle.read_results, odd)
                self.refuses(heddle.run, odd)
                if not isinstance(odd, list):
                    self.refuses(heddle.compile_program, odd, "out")
                self.refuses(heddle.compile_program, "none.cu", odd)
                self.refuses(heddle.sweep, odd, "results.sqlite")

    def test_lists(self):
        for odd in ("-O2", 5, 1.5, object()):
            with self.subTest(odd=odd):
                self.refuses(heddle.Simulation().compile, CUDA, odd)
                self.refuses(heddle.run, "program", options=odd)
                self.refuses(heddle.sweep, "sweep.toml", "results.sqlite", options=odd)
                if odd != "-O2":
                    self.refuses(heddle.Simulation, probes=odd)

    def test_numbers(self):
        gpu, kernel = scale()
        array = gpu.empty(32, numpy.uint32)
        for odd in NUMBERS:
            with self.subTest(odd=odd):
                self.refuses(kernel.occupancy, 32, odd)
                self.refuses(kernel, array, 1, grid=1, block=32, shared_bytes=odd)
                if odd != [1]:
                    self.refuses(kernel.occupancy, odd)
                    self.refuses(kernel, array, 1, grid=odd, block=32)
                    self.refuses(kernel, array, 1, grid=1, block=odd)
                    self.refuses(gpu.empty, odd)
        self.refuses(kernel.occupancy, (1 << 31, 1 << 31, 1 << 31))
        self.assertEqual(kernel.occupancy(numpy.int64(1024), numpy.uint8(16))[0], 1)

    def test_statistics(self):
        _, kernel = scale()
        statistics = kernel(numpy.zeros(32, numpy.uint32), 1, grid=1, block=32).statistics
        for odd in ODD:
            self.refuses(statistics.__getitem__, odd)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "results.sqlite"
            file.write_bytes(b"")
            for odd in ODD:
                self.refuses(heddle.Results(file).rows, odd)
            for odd in (None, 5, object(), [object()], ["\ud800"], [1 << 80]):
                self.refuses(heddle.Results(file).rows, "SELECT ?", odd)

    def test_classes_that_the_simulator_makes(self):
        for name in ("Sm", "Warp", "BlockDispatched", "BlockFinished", "WarpLaunched", "WarpFinished", "InstructionIssued",
                     "SlotStalled", "L1Access", "L2Access", "DramAccess", "GridStarted", "GridEnded", "BlockSent"):
            self.refuses(getattr(heddle, name))
            self.refuses(getattr(heddle, name), 1, entity=2)

    def test_an_sm_is_asked_for_its_entities(self):
        for call, odd in ((call, odd) for call in ("warp", "pc", "active") for odd in (None, "x", -1, 1.5, 1 << 80, 1 << 40)):
            self.fails(lambda sm: getattr(sm, call)(odd), "the SM has entities 0 to 47, and no")
        for odd in (None, 5, [], ["x"], [-1]):
            self.fails(lambda sm: sm.oldest(odd), "oldest|the SM has entities")

    def test_a_throttle_says_when_it_is_asked_again(self):
        for odd in ("x", 1.5, -1, 1 << 80, [1]):
            class Answers(heddle.Throttle):
                valid_until = odd

                def close(self):
                    return range(48)
            gpu = heddle.Simulation("gtx480", {"throttle": Answers})
            with self.assertRaisesRegex(heddle.PolicyError, "valid_until is .*; it must be a cycle later than now"):
                gpu.load(COUNT)["count"](10, grid=1, block=32)

    def fails(self, ask, pattern):
        """What a policy asks raises an Error, whose message the caller gets."""
        class Asks(heddle.WarpScheduler):
            def pick(self, slot, candidates):
                ask(self.sm)
        gpu = heddle.Simulation("gtx480", {"warp_scheduler": Asks})
        with self.assertRaisesRegex(heddle.PolicyError, pattern) as caught:
            gpu.load(COUNT)["count"](10, grid=1, block=32)
        self.assertIsInstance(caught.exception.__cause__, heddle.Error)


if __name__ == "__main__":
    unittest.main()
