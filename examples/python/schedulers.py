"""Scales an array on a GTX 480 under two warp schedulers, and shows what each cost.

    PYTHONPATH=build/python python3 examples/python/schedulers.py
"""
import numpy

import heddle

CUDA = """
extern "C" __global__ void scale(unsigned* array, unsigned factor) {
  array[blockIdx.x * blockDim.x + threadIdx.x] *= factor;
}
"""
BLOCKS, THREADS, FACTOR = 240, 256, 7


def simulate(scheduler):
    gpu = heddle.Simulation("gtx480", {"warp_scheduler": scheduler, "l1": {"hit_latency": 40}})
    scale = gpu.compile(CUDA)["scale"]
    numbers = numpy.arange(BLOCKS * THREADS, dtype=numpy.uint32)
    result = scale(numbers, FACTOR, grid=BLOCKS, block=THREADS)
    assert (numbers == FACTOR * numpy.arange(BLOCKS * THREADS, dtype=numpy.uint32)).all()
    return result


for name in ("lrr", "gto"):
    result = simulate(name)
    stall = result.statistics.stall
    slots = sum(stall.values())
    print(f"{name:5} {result.cycles:7} cycles  IPC {result.statistics['ipc.warp']:.2f}  issued {stall.issued / slots:.1%}  "
          f"memory {stall.scoreboard_memory / slots:.1%}")
