"""A probe written in Python: which lines of memory the L2 is asked for most often.

    PYTHONPATH=build/python python3 examples/python/hot_lines.py
"""
from collections import Counter

import numpy

import heddle

CUDA = """
extern "C" __global__ void gather(float* out, const float* table, const int* index) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  out[thread] = table[index[thread]];
}
"""
COUNT = 4096


class HotLines(heddle.Probe):
    def __init__(self):
        self.requests = Counter()  # by line, code and other arrays included

    def l2_access(self, partition, event):
        if event.kind == "load":
            self.requests[event.line] += 1


probe = HotLines()
gpu = heddle.Simulation("gtx480", probes=[probe])
random = numpy.random.default_rng(1)
table = gpu.to_device(random.random(COUNT, dtype=numpy.float32))
index = gpu.to_device((COUNT * random.random(COUNT) ** 8).astype(numpy.int32))  # most are small
out = gpu.empty(COUNT)
gpu.compile(CUDA)["gather"](out, table, index, grid=COUNT // 128, block=128)
assert (out.to_host() == table.to_host()[index.to_host()]).all()
hot = [(line - table.address, requests) for line, requests in probe.requests.most_common()]
for offset, requests in [pair for pair in hot if 0 <= pair[0] < table.nbytes][:3]:
    print(f"{requests:4} requests of line {offset // 128} of the table")
