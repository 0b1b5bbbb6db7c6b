"""How much longer a simulation takes with a policy or probe in Python than with the same one in C++: JSON on standard
output, for scripts/report.py python. Where both decide alike, both simulate the same cycles."""
import itertools
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
extern "C" __global__ void powers(float* out, const float* in, int length) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  float power = in[thread];
  for (int i = 0; i < 4 * length; ++i) power = power * 0.5f + 1.0f;
  out[thread] = power;
}
"""
KERNELS = {"sums": "of memory", "powers": "of arithmetic"}
BLOCKS, THREADS, LENGTH = 600, 256, 24
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


class Progress(heddle.WarpScheduler):
    """Looks at every candidate. There is no such scheduler in C++: it is beside gto, and simulates other cycles."""

    def pick(self, slot, candidates):
        return min(candidates, key=lambda entity: self.sm.warp(entity).warp_instructions)


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
        ("warp scheduler that compares all candidates", {"warp_scheduler": "gto"}, {"warp_scheduler": Progress}, None),
        ("throttle, a static limit of warps", {"throttle": "swl", "throttle.swl.limit": WARPS}, {"throttle": StaticLimit}, None),
        ("probe of every instruction issued", {}, {}, Issues),
        ("probe of every block", {}, {}, Blocks)]


def run(ptx, name, settings, probe):
    gpu = heddle.Simulation("gtx480", settings, probes=[probe()] if probe else [])
    numbers = gpu.to_device(numpy.ones(BLOCKS * THREADS * LENGTH, dtype=numpy.float32))
    out = gpu.empty(BLOCKS * THREADS)
    kernel = gpu.load(ptx)[name]
    began = time.process_time()
    result = kernel(out, numbers, LENGTH, grid=BLOCKS, block=THREADS)
    return time.process_time() - began, result


def main():
    repeat = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with open(sys.argv[2]) as file:
        ptx = file.read()
    rows = []
    for (name, in_cpp, in_python, probe), kernel in itertools.product(ROWS, KERNELS):
        times = {"cpp": [], "python": []}
        for _ in range(repeat):
            seconds, cpp = run(ptx, kernel, in_cpp, None)
            times["cpp"].append(seconds)
            seconds, python = run(ptx, kernel, in_python, probe)
            times["python"].append(seconds)
        assert cpp.cycles == python.cycles or Progress in in_python.values(), name
        instructions = cpp.statistics["warp_instructions"]
        rows.append({"name": name, "kernel": KERNELS[kernel], "warp_instructions": instructions,
                     **{kind: statistics.median(values) for kind, values in times.items()}})
    json.dump(rows, sys.stdout)


if __name__ == "__main__":
    main()
