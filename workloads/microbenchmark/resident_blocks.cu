// How many blocks an SM runs at the same time if all warps but the first of each block end at once:
// the first warp computes for long. A block adds itself to the running ones of its SM when it
// begins, takes itself off when it ends, and keeps the greatest number that it saw.
//   resident_blocks [blocks = 300] [threads = 256] [turns = 4096]
// Stands for the micro-benchmark of section 2 of WarpMan, whose first warps wait for 30 ms on the
// clock, and whose threads have 32 registers: set kernel.observe.registers to 32. It prints what it
// saw, which depends on the machine.
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kWarpSize = 32;
constexpr int kMaxSms = 256;

/// Of each SM.
struct Residents {
  int running[kMaxSms];
  int most[kMaxSms];
};

__device__ int sm_index() {
  int index;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(index));
  return index % kMaxSms;
}

/// A step that no compiler shortens.
__host__ __device__ unsigned step(unsigned value) {
  return (value ^ value >> 15) * 0x2c1b3c6du + 1;
}

__global__ void observe(Residents* residents, unsigned* values, int turns) {
  const int thread = threadIdx.x;
  if (thread >= kWarpSize) return;
  const int sm = sm_index();
  if (thread == 0) {
    const int now = atomicAdd(&residents->running[sm], 1) + 1;
    atomicMax(&residents->most[sm], now);
  }
  __syncwarp();
  unsigned value = blockIdx.x * kWarpSize + thread;
  for (int turn = 0; turn < turns; ++turn) value = step(value);
  values[blockIdx.x * kWarpSize + thread] = value;
  __syncwarp();
  if (thread == 0) atomicSub(&residents->running[sm], 1);
}

int main(int argc, char** argv) {
  const int blocks = workload::size_argument(argc, argv, 1, 300);
  const int threads = workload::size_argument(argc, argv, 2, 256);
  const int turns = workload::size_argument(argc, argv, 3, 4096);
  workload::require(blocks <= 1 << 16, "resident_blocks", "there must be at most 65536 blocks");
  workload::require(threads % kWarpSize == 0 && threads <= 1024, "resident_blocks",
                    "a block must have whole warps of 32 threads, at most 1024 threads");
  workload::require(turns <= 1 << 20, "resident_blocks", "there must be at most 2^20 turns");
  workload::DeviceArray<Residents> residents(1);
  workload::DeviceArray<unsigned> values(blocks * kWarpSize);
  residents.fill_bytes(0);
  observe<<<blocks, threads>>>(residents.data(), values.data(), turns);
  CHECK(cudaGetLastError());

  const Residents seen = residents.to_host()[0];
  const int most = *std::max_element(seen.most, seen.most + kMaxSms);
  std::printf("most blocks at a time on an SM: %d\n", most);
  std::size_t wrong = most < 1 || most > blocks;
  for (const int running : seen.running) wrong += running != 0;
  const std::vector<unsigned> found = values.to_host();
  for (int i = 0; i < blocks * kWarpSize; ++i) {
    unsigned value = i;
    for (int turn = 0; turn < turns; ++turn) value = step(value);
    wrong += found[i] != value;
  }
  return workload::verdict("resident_blocks", wrong);
}
