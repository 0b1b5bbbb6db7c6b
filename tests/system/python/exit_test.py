"""The interpreter exits while another thread is in the simulator: with its own exit code, and without a word."""
import pathlib
import subprocess
import sys
import textwrap
import unittest

START = """
import sys, threading, time
import heddle
from kernels import COUNT, SCALE

class Oldest(heddle.WarpScheduler):
    def pick(self, slot, candidates):
        return self.sm.oldest(candidates)

class Hears(heddle.Probe):
    def instruction_issued(self, sm, event):
        pass

begun = threading.Event()

def simulate(settings, **named):
    kernel = heddle.Simulation("gtx480", settings, **named).load(COUNT)["count"]
    begun.set()
    kernel(1 << 31, grid=15, block=32)  # hours

def compile():
    gpu = heddle.Simulation()
    text = SCALE + "".join(SCALE[SCALE.index(".visible"):].replace("scale(", f"scale{i}(") for i in range(200))
    begun.set()
    while True:
        gpu.load(text)
"""
#: Each is the target of a daemon thread.
WORK = {
    "timed": "lambda: simulate({})",
    "on threads": "lambda: simulate({'run.threads': 2})",
    "untimed": "lambda: simulate({'run.timing': 'none'})",
    "with a policy": "lambda: simulate({'warp_scheduler': Oldest})",
    "with a probe": "lambda: simulate({}, probes=[Hears()])",
    "compiling": "compile",
}


class ExitTest(unittest.TestCase):
    def end_of(self, script, seconds=60):
        return subprocess.run([sys.executable, "-W", "error", "-c", textwrap.dedent(START) + textwrap.dedent(script)],
                              cwd=pathlib.Path(__file__).parent, capture_output=True, text=True, timeout=seconds, check=False)

    def test_a_daemon_thread_simulates(self):
        for name, target in WORK.items():
            with self.subTest(name):
                ended = self.end_of(f"""
                    threading.Thread(target={target}, daemon=True).start()
                    begun.wait()
                    time.sleep(0.3)
                    sys.exit(7)
                """)
                self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (7, "", ""))

    def test_several_daemon_threads_and_an_exception(self):
        ended = self.end_of("""
            for _ in range(3):
                threading.Thread(target=lambda: simulate({}), daemon=True).start()
            begun.wait()
            time.sleep(0.3)
            raise ValueError("the main thread's own")
        """)
        self.assertEqual(ended.returncode, 1)
        self.assertTrue(ended.stderr.strip().endswith("ValueError: the main thread's own"), ended.stderr)

    def test_a_thread_that_begins_anew_is_ended(self):
        """It catches what ends it and calls again."""
        ended = self.end_of("""
            def stubborn():
                while True:
                    try:
                        simulate({})
                    except BaseException:
                        pass
            threading.Thread(target=stubborn, daemon=True).start()
            begun.wait()
            time.sleep(0.3)
            sys.exit(3)
        """)
        self.assertEqual((ended.returncode, ended.stderr), (3, ""))

    def test_a_forked_process_waits_for_no_thread_of_its_parent(self):
        ended = self.end_of("""
            import os
            threading.Thread(target=lambda: simulate({}), daemon=True).start()
            begun.wait()
            time.sleep(0.3)
            child = os.fork()
            if child == 0:
                sys.exit(4)
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """)
        self.assertEqual((ended.returncode, ended.stderr), (4, ""))


if __name__ == "__main__":
    unittest.main()
