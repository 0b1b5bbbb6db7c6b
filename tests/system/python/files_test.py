"""Policies of a file of Python, in CUDA programs and sweeps, by heddle's own commands."""
import pathlib
import tempfile
import unittest

import heddle

PROGRAM = r"""
#include <cstdio>
__global__ void sums(float* out, const float* in, int length) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < length; ++i) sum += in[thread * length + i];
  out[thread] = sum;
}
int main() {
  const int threads = 15 * 128, length = 8;
  float *in, *out;
  cudaMallocManaged(&in, threads * length * sizeof(float));
  cudaMallocManaged(&out, threads * sizeof(float));
  for (int i = 0; i < threads * length; ++i) in[i] = i % 10;
  sums<<<15, 128>>>(out, in, length);
  sums<<<15, 128>>>(out, in, length);
  cudaDeviceSynchronize();
  std::printf("%g\n", out[1]);
  return 0;
}
"""
POLICIES = '''
import heddle

class RoundRobin(heddle.WarpScheduler):
    """Loose round robin.

    As the policy lrr of heddle."""

    def __init__(self):
        self.last = {}

    def pick(self, slot, candidates):
        last = self.last.get(slot, -1)
        return next((entity for entity in candidates if entity > last), candidates[0])

    def issued(self, slot, entity):
        self.last[slot] = entity

class First(heddle.Throttle):
    """Only the oldest two warps may issue."""

    def close(self):
        live = sorted(range(48), key=lambda entity: (not self.sm.warp(entity).live, self.sm.warp(entity).launched_at))
        return live[:2]

class Wrong(heddle.WarpScheduler):
    def pick(self, slot, candidates):
        raise RuntimeError("not today")
'''


class FilesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kept = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.kept.name)
        source = cls.folder / "sums.cu"
        source.write_text(PROGRAM)
        cls.program = heddle.compile_program(source, cls.folder / "sums")
        cls.policies = cls.folder / "mine.py"
        cls.policies.write_text(POLICIES)

    @classmethod
    def tearDownClass(cls):
        cls.kept.cleanup()

    def run_with(self, scheduler, *options, policies=None):
        given = ["--policy", str(policies or self.policies)] if scheduler not in ("lrr", "gto") else []
        return heddle.run(self.program, settings={"warp_scheduler": scheduler}, options=[*given, *options])

    def test_a_program_runs_as_with_the_policy_in_cpp(self):
        own, heddles = self.run_with("round_robin"), self.run_with("lrr")
        self.assertEqual(own.output, heddles.output)
        for name in ("cycles", "warp_instructions", "l1d.misses"):
            self.assertEqual(own.statistics[name], heddles.statistics[name], name)
        self.assertNotEqual(own.cycles, self.run_with("gto").cycles)

    def test_a_sweep_takes_both_kinds_on_one_axis(self):
        plan = {"program": [{"name": "sums", "program": str(self.program)}], "policy": [str(self.policies)],
                "setting": [{"name": name, "set": {"warp_scheduler": name}} for name in ("lrr", "round_robin", "gto")]}
        results = heddle.sweep(plan, self.folder / "both.sqlite", jobs=2)
        columns = results.columns()
        self.assertEqual(columns["status"], ["ok"] * 3)
        self.assertEqual(columns["cycles"][0], columns["cycles"][1])
        self.assertNotEqual(columns["cycles"][1], columns["cycles"][2])
        self.assertEqual(results.speedups("lrr").set_index("setting")["speedup"]["round_robin"], 1)

    def test_a_changed_file_runs_again(self):
        file = self.folder / "changing.py"
        file.write_text(POLICIES)
        plan = {"program": [{"name": "sums", "program": str(self.program)}], "policy": [str(file)],
                "set": {"warp_scheduler": "round_robin"}}
        first = heddle.sweep(plan, self.folder / "changing.sqlite").rows("SELECT identity FROM cells")
        file.write_text(POLICIES.replace("candidates[0])", "candidates[-1])"))
        second = heddle.sweep(plan, self.folder / "changing.sqlite").rows("SELECT identity FROM cells")
        self.assertNotEqual(first, second)

    def test_heddle_explains_the_policies(self):
        said = heddle._tools.command(["explain", "round_robin", "--policy", self.policies])
        self.assertIn("warp_scheduler.round_robin: Loose round robin\n", said)
        self.assertIn("As the policy lrr of heddle.", said)

    def refusal(self, text, scheduler="mine"):
        file = self.folder / "refused.py"
        file.write_text(text)
        with self.assertRaises(heddle.CommandError) as refused:
            self.run_with(scheduler, policies=file)
        return str(refused.exception)

    def test_mistakes_are_named(self):
        self.assertIn("SyntaxError", self.refusal("class Mine(:"))
        self.assertIn("refused.py' has no policy: it needs a class that derives from heddle.WarpScheduler", self.refusal("x = 1"))
        self.assertIn("did you mean 'pick'?", self.refusal(
            "import heddle\nclass Mine(heddle.WarpScheduler):\n  def pik(self, slot, candidates): return None\n"))
        self.assertIn("and so has heddle itself", self.refusal("import heddle\nclass Gto(heddle.WarpScheduler): pass\n"))

    def test_what_a_policy_raises_ends_the_run(self):
        with self.assertRaises(heddle.CommandError) as raised:
            self.run_with("wrong")
        self.assertIn("not today", str(raised.exception))
        self.assertIn("mine.py:", str(raised.exception))


if __name__ == "__main__":
    unittest.main()
