"""A warp scheduler written in Python, for a first trial: least progress first, as examples/policy/laggard.cpp has it.

    PYTHONPATH=build/python python3 examples/python/laggard.py
    build/heddle run --policy examples/python/laggard.py --set warp_scheduler=laggard -- PROGRAM
"""
import numpy

import heddle

CUDA = """
extern "C" __global__ void sums(float* out, const float* in, int length) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < length; ++i) sum += in[thread * length + i];
  out[thread] = sum;
}
"""
BLOCKS, THREADS, LENGTH = 15, 128, 8


class Laggard(heddle.WarpScheduler):
    """The ready warp that has issued the fewest instructions."""

    def pick(self, slot, candidates):
        return min(candidates, key=lambda entity: self.sm.warp(entity).warp_instructions)


def cycles(scheduler):
    gpu = heddle.Simulation("gtx480", {"warp_scheduler": scheduler})
    numbers = numpy.random.default_rng(1).integers(0, 100, BLOCKS * THREADS * LENGTH).astype(numpy.float32)
    totals = numpy.zeros(BLOCKS * THREADS, dtype=numpy.float32)
    result = gpu.compile(CUDA)["sums"](totals, numbers, LENGTH, grid=BLOCKS, block=THREADS)
    assert (totals == numbers.reshape(-1, LENGTH).sum(axis=1)).all()
    return result.cycles


if __name__ == "__main__":  # heddle run --policy only takes the class
    for scheduler in ("gto", "lrr", Laggard):
        print(getattr(scheduler, "__name__", scheduler), cycles(scheduler))
