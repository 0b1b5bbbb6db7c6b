"""How much longer a simulation takes with a policy or probe in Python than with the same one in C++: JSON on standard
output, for scripts/report.py python. Both decide alike, so both simulate the same cycles."""
import json
import statistics
import sys
import time

import numpy

import heddle

CUDA = """
extern "C" __global__ void sums(float* out, const float* in, int length) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < length; ++i) sum += in[i * gridDim.x * blockDim.x + thread] * in[thread];
  out[thread] = sum;
}
"""
BLOCKS, THREADS, LENGTH = 90, 256, 24
WARPS = 16  # that the throttle lets issue


class Gto(heddle.WarpScheduler):
    def __init__(self):
        self.greedy = {}

    def pick(self, slot, candidates):
        greedy = self.greedy.get(slot)
        return greedy if greedy in candidates else self.sm.oldest(candidates)

    def issued(self, slot, entity):
        self.greedy[slot] = entity

    def warp_exited(self, entity):
        self.greedy = {slot: greedy for slot, greedy in self.greedy.items() if greedy != entity}


class StaticLimit(heddle.Throttle):
    def __init__(self):
        self.live = set()

    def warp_launched(self, entity):
        self.live.add(entity)

    def warp_exited(self, entity):
        self.live.discard(entity)

    def close(self):
        def age(entity):
            warp = self.sm.warp(entity)
            return warp.launched_at, warp.launch_order
        return sorted(self.live, key=age)[:WARPS]


class Issues(heddle.Probe):
    count = 0

    def instruction_issued(self, sm, event):
        self.count += 1


class Blocks(heddle.Probe):
    count = 0

    def block_dispatched(self, sm, event):
        self.count += 1


ROWS = [("warp scheduler, the rule of gto", {"warp_scheduler": "gto"}, {"warp_scheduler": Gto}, None),
        ("throttle, a static limit of warps", {"throttle": "swl", "throttle.swl.limit": WARPS}, {"throttle": StaticLimit}, None),
        ("probe of every instruction issued", {}, {}, Issues),
        ("probe of every block", {}, {}, Blocks)]


def run(ptx, settings, probe):
    gpu = heddle.Simulation("gtx480", settings, probes=[probe()] if probe else [])
    numbers = gpu.to_device(numpy.ones(BLOCKS * THREADS * LENGTH, dtype=numpy.float32))
    out = gpu.empty(BLOCKS * THREADS)
    kernel = gpu.load(ptx)["sums"]
    began = time.process_time()
    result = kernel(out, numbers, LENGTH, grid=BLOCKS, block=THREADS)
    return time.process_time() - began, result


def main():
    repeat = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with open(sys.argv[2]) as file:
        ptx = file.read()
    rows = []
    for name, in_cpp, in_python, probe in ROWS:
        times = {"cpp": [], "python": []}
        for _ in range(repeat):
            seconds, cpp = run(ptx, in_cpp, None)
            times["cpp"].append(seconds)
            seconds, python = run(ptx, in_python, probe)
            times["python"].append(seconds)
        assert cpp.cycles == python.cycles, name
        instructions = cpp.statistics["warp_instructions"]
        rows.append({"name": name, "warp_instructions": instructions, "cycles": cpp.cycles,
                     **{kind: statistics.median(values) for kind, values in times.items()}})
    json.dump(rows, sys.stdout)


if __name__ == "__main__":
    main()
