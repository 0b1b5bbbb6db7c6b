"""Policies and probes in Python: they decide as the same policies in C++ do, and their exceptions reach the caller."""
import time
import unittest

import numpy

import heddle
from kernels import COUNT, scale


class Lrr(heddle.WarpScheduler):
    """Loose round robin, as policy/warp_scheduler/lrr.cpp has it."""

    def pick(self, slot, candidates):
        last = self.last.get(slot, -1)
        return next((entity for entity in candidates if entity > last), candidates[0])

    def __init__(self):
        self.last = {}

    def issued(self, slot, entity):
        self.last[slot] = entity


class Gto(heddle.WarpScheduler):
    """Greedy, then oldest."""

    def __init__(self):
        self.greedy = {}

    def pick(self, slot, candidates):
        greedy = self.greedy.get(slot)
        return greedy if greedy in candidates else self.sm.oldest(candidates)

    def issued(self, slot, entity):
        self.greedy[slot] = entity

    def warp_exited(self, entity):
        self.greedy = {slot: greedy for slot, greedy in self.greedy.items() if greedy != entity}


class OldestWarps(heddle.Throttle):
    """Only the oldest warps may issue."""

    LIMIT = 4

    def __init__(self):
        self.live, self.held = set(), set()

    def warp_launched(self, entity):
        self.live.add(entity)
        self.held.discard(entity)

    def warp_exited(self, entity):
        self.live.discard(entity)

    def waits(self, entity, wait):
        (self.held.add if wait in ("peers", "fence") else self.held.discard)(entity)

    def close(self):
        def age(entity):
            return self.sm.warp(entity).launched_at, self.sm.warp(entity).launch_order
        return sorted(self.live - self.held, key=age)[:self.LIMIT]


def cycles(settings, **named):
    _, kernel = scale(settings, **named)
    numbers = numpy.arange(1 << 14, dtype=numpy.uint32)
    result = kernel(numbers, 3, grid=128, block=128)
    assert (numbers == 3 * numpy.arange(1 << 14)).all()
    return result.cycles, result.statistics["stall.issued"], result.statistics["stall.scoreboard_memory"]


class NeverPicks(heddle.WarpScheduler):
    def pick(self, slot, candidates):
        return None


class PoliciesTest(unittest.TestCase):
    def test_a_scheduler_that_never_picks_ends_the_run(self):
        """Long before the watchdog would, which counts millions of cycles."""
        began = time.monotonic()
        with self.assertRaises(heddle.PolicyError) as raised:
            cycles({"warp_scheduler": NeverPicks})
        self.assertLess(time.monotonic() - began, 30)
        self.assertRegex(str(raised.exception), r"on SM \d+, cycle \d+: pick.* returned None 100000 times running")

    def test_gto_in_python_is_gto(self):
        self.assertEqual(cycles({"warp_scheduler": Gto}), cycles({"warp_scheduler": "gto"}))

    def test_results_do_not_depend_on_threads(self):
        self.assertEqual(cycles({"warp_scheduler": Gto, "run.threads": 3}), cycles({"warp_scheduler": "gto"}))

    def test_a_throttle_in_python_is_the_one_in_cpp(self):
        named = {"throttle": "swl", "throttle.swl.limit": OldestWarps.LIMIT}
        self.assertEqual(cycles({"throttle": OldestWarps}), cycles(named))
        self.assertGreater(cycles(named)[0], cycles({})[0])

    def test_a_factory_makes_an_object_for_each_sm(self):
        made = []

        def make():
            made.append(Lrr())
            return made[-1]
        gpu, _ = scale({"warp_scheduler": make})
        self.assertEqual(len(made), gpu.parameters["sm"]["count"])
        self.assertIn("#", gpu.parameters["warp_scheduler"]["python"]["class"])

    def test_an_sm_outlives_its_simulation_as_an_error(self):
        made = []

        def make():
            made.append(Lrr())
            return made[-1]
        gpu, _ = scale({"warp_scheduler": make})
        self.assertEqual(made[0].sm.now, 0)
        with self.assertRaisesRegex(heddle.Error, "entities 0 to 47, and no 48"):
            made[0].sm.warp(48)
        del gpu, _
        with self.assertRaisesRegex(heddle.Error, "the SM is gone"):
            made[0].sm.now


class ProbeTest(unittest.TestCase):
    def test_a_probe_hears_what_the_statistics_count(self):
        class Issues(heddle.Probe):
            def __init__(self):
                self.issued, self.blocks, self.reads, self.sent = 0, set(), 0, 0

            def instruction_issued(self, sm, event):
                self.issued += 1

            def block_dispatched(self, sm, event):
                self.blocks.add(event.block)

            def l2_access(self, partition, event):
                self.reads += event.kind == "load"

            def block_sent(self, dispatcher, event):
                self.sent += 1
        first, second = Issues(), Issues()
        _, kernel = scale(probes=[first, second])
        result = kernel(numpy.zeros(1024, numpy.uint32), 3, grid=8, block=128)
        self.assertEqual(first.issued, result.statistics["warp_instructions"])
        self.assertEqual((first.blocks, first.sent), (set(range(8)), 8))
        self.assertEqual(vars(first), vars(second))
        self.assertGreater(first.reads, 0)

    def test_a_probe_changes_nothing(self):
        class Stalls(heddle.Probe):
            cycles = 0

            def slot_stalled(self, sm, event):
                self.cycles += event.cycles
        probe = Stalls()
        self.assertEqual(cycles({}, probes=[probe]), cycles({}))
        self.assertGreater(probe.cycles, 0)


class FailureTest(unittest.TestCase):
    def fails(self, settings, **named):
        gpu = heddle.Simulation("gtx480", settings, **named)
        kernel = gpu.load(COUNT)["count"]
        with self.assertRaises(heddle.PolicyError) as caught:
            kernel(10, grid=1, block=32)
        with self.assertRaisesRegex(heddle.Error, "unusable after an earlier fault"):
            kernel(10, grid=1, block=32)
        return caught.exception

    def test_an_exception_names_sm_and_cycle_and_is_the_cause(self):
        class Raises(heddle.WarpScheduler):
            def pick(self, slot, candidates):
                raise ZeroDivisionError("no warp today")
        error = self.fails({"warp_scheduler": Raises})
        self.assertRegex(str(error), r"warp_scheduler python on SM \d+, cycle \d+: pick threw: ZeroDivisionError: no warp today "
                                     r"\(.*policies_test.py:\d+, in pick\) \[Raises#\d+\]")
        self.assertIsInstance(error.__cause__, ZeroDivisionError)
        self.assertEqual(error.__cause__.__traceback__.tb_frame.f_code.co_name, "pick")
        on_threads = self.fails({"warp_scheduler": Raises, "run.threads": 3})
        self.assertIsInstance(on_threads.__cause__, ZeroDivisionError)

    def test_answers_that_are_not_allowed(self):
        for answer, said in ((99, "answered entity 99|answered 99"), ("x", "pick returned 'x'"), (-1, "pick returned -1"),
                             (1.5, "pick returned 1.5"), (1 << 80, "pick returned 1208")):
            class Answers(heddle.WarpScheduler):
                def pick(self, slot, candidates):
                    return answer
            with self.subTest(answer=answer):
                error = self.fails({"warp_scheduler": Answers})
                self.assertRegex(str(error), r"warp_scheduler python on SM \d+, cycle \d+: ")
                self.assertRegex(str(error), said)

    def test_a_throttle_that_answers_wrong(self):
        for answer, said in ((None, "not iterable"), ([1, "x"], "close returned"), ([4096], "close returned entity 4096")):
            class Answers(heddle.Throttle):
                def close(self):
                    return answer
            with self.subTest(answer=answer):
                self.assertRegex(str(self.fails({"throttle": Answers})), said)

    def test_a_probe_that_raises(self):
        class Raises(heddle.Probe):
            def instruction_issued(self, sm, event):
                {}["nothing"]
        error = self.fails({}, probes=[Raises()])
        self.assertRegex(str(error), r"probe python on SM \d+, cycle \d+: instruction_issued raised KeyError: 'nothing'")
        self.assertIsInstance(error.__cause__, KeyError)

    def test_a_class_that_cannot_be_made(self):
        class Needs(heddle.WarpScheduler):
            def __init__(self, limit):
                self.limit = limit
        with self.assertRaisesRegex(heddle.Error, "missing 1 required positional argument: 'limit'") as caught:
            heddle.Simulation("gtx480", {"warp_scheduler": Needs})
        self.assertIsInstance(caught.exception.__cause__, TypeError)

    def test_a_policy_may_not_use_its_simulation(self):
        class Reenters(heddle.WarpScheduler):
            def pick(self, slot, candidates):
                return Reenters.gpu.now
        Reenters.gpu = heddle.Simulation("gtx480", {"warp_scheduler": Reenters})
        kernel = Reenters.gpu.load(COUNT)["count"]
        with self.assertRaisesRegex(heddle.PolicyError, "another call uses this simulation"):
            kernel(10, grid=1, block=32)
        del Reenters.gpu

    def test_what_is_no_policy(self):
        for settings, said in (({"warp_scheduler": dict}, "dict does not derive from heddle.WarpScheduler"),
                               ({"residency": dict}, "a class of Python's can be a warp_scheduler or a throttle")):
            with self.subTest(settings=settings), self.assertRaisesRegex(heddle.Error, said):
                heddle.Simulation("gtx480", settings)
        with self.assertRaisesRegex(heddle.Error, "derives from heddle.Probe"):
            heddle.Simulation(probes=[object()])

    def test_a_function_that_makes_no_policy(self):
        with self.assertRaisesRegex(heddle.Error, "five returned 5; it is to return an object of a class that derives from "
                                    "heddle.WarpScheduler"):
            def five():
                return 5
            heddle.Simulation("gtx480", {"warp_scheduler": five})

    def test_a_misspelt_method_is_refused(self):
        class Probes(heddle.Probe):
            def instruction_isued(self, sm, event):
                pass

        class Launches(heddle.Throttle):
            def warp_launch(self, entity):
                pass
        with self.assertRaisesRegex(heddle.Error, "Probes.instruction_isued is never called; did you mean 'instruction_issued'"):
            heddle.Simulation(probes=[Probes()])
        with self.assertRaisesRegex(heddle.Error, "Launches.warp_launch is never called; did you mean 'warp_launched'"):
            heddle.Simulation("gtx480", {"throttle": Launches})

    def test_ctrl_c_in_a_policy_is_ctrl_c(self):
        class Interrupts(heddle.WarpScheduler):
            def pick(self, slot, candidates):
                raise KeyboardInterrupt
        gpu = heddle.Simulation("gtx480", {"warp_scheduler": Interrupts})
        with self.assertRaises(KeyboardInterrupt):
            gpu.load(COUNT)["count"](10, grid=1, block=32)


if __name__ == "__main__":
    unittest.main()
