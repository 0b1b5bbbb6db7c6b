"""Ctrl-C ends a run, and the interpreter's lock is free while one goes on."""
import os
import pathlib
import signal
import tempfile
import threading
import time
import unittest

import heddle
from kernels import COUNT

STEPS = 1 << 31  # hours


class SignalsTest(unittest.TestCase):
    def interrupted(self, settings):
        gpu = heddle.Simulation("gtx480", settings)
        kernel = gpu.load(COUNT)["count"]
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        began = time.monotonic()
        try:
            with self.assertRaises(KeyboardInterrupt):
                kernel(STEPS, grid=15, block=32)
        finally:
            timer.cancel()
            timer.join()
        self.assertLess(time.monotonic() - began, 20)
        return gpu, kernel

    def test_ctrl_c_ends_a_run_with_what_was_measured(self):
        gpu, kernel = self.interrupted({})
        self.assertEqual([result.complete for result in gpu.cut_off], [False])
        self.assertGreater(gpu.cut_off[0].statistics["warp_instructions"], 1000)
        with self.assertRaisesRegex(heddle.Error, "unusable after an earlier fault: interrupted by SIGINT"):
            kernel(1, grid=1, block=32)

    def test_ctrl_c_ends_a_run_on_several_threads(self):
        self.interrupted({"run.threads": 2})

    def test_ctrl_c_ends_a_run_without_timing(self):
        self.interrupted({"run.timing": "none"})

    def test_ctrl_c_ends_a_program_with_what_was_measured(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "count.ptx").write_text(COUNT)
            options = ["--kernel", "count", "--grid", "1", "--block", "32", "--arg", f"u32:{STEPS}"]

            ended = threading.Event()

            def interrupt():
                while not (folder / "out" / "stats.json").is_file():  # is there from the start of the run
                    if ended.wait(0.05):
                        return
                if not ended.wait(0.5):
                    os.kill(os.getpid(), signal.SIGINT)
            thread = threading.Thread(target=interrupt)
            thread.start()
            try:
                with self.assertRaises(KeyboardInterrupt):
                    heddle.run(folder / "count.ptx", out=folder / "out", options=options)
            finally:
                ended.set()
                thread.join()
            run = heddle.read_run(folder / "out")
        self.assertEqual(run.status, "incomplete")
        self.assertIn("SIGINT", run.reason)
        self.assertGreater(run.statistics.warp_instructions, 0)

    def test_what_a_handler_raises_reaches_the_caller(self):
        class Alarm(Exception):
            pass

        def ring(number, frame):
            raise Alarm(number)
        kernel = heddle.Simulation().load(COUNT)["count"]
        before = signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        try:
            with self.assertRaises(Alarm):
                kernel(STEPS, grid=1, block=32)
        finally:
            signal.signal(signal.SIGALRM, before)

    def test_other_threads_run_meanwhile(self):
        turns = 0
        ended = threading.Event()

        def turn():
            nonlocal turns
            while not ended.is_set():
                turns += 1
                time.sleep(0.001)
        thread = threading.Thread(target=turn)
        launch = heddle.Simulation().load(COUNT)["count"].launch(40_000, grid=15, block=256)
        thread.start()
        began = turns
        launch.wait()
        during = turns - began
        ended.set()
        thread.join()
        self.assertGreater(during, 20)


if __name__ == "__main__":
    unittest.main()
