// How fast an SM computes with a chosen number of warps and of active threads in each: one block of
// short-latency integer arithmetic, one or two independent chains, no memory in the loop. The
// threads of a warp from `active` on leave at once.
//   active_threads [warps = 32] [active threads of a warp = 32] [turns = 2048] [chains = 2]
// Stands for the micro-benchmark of section 5.2 of the study of spatio-temporal SIMT; its IPC is
// what the run's statistics say of the kernel's one SM, the few instructions around the loop
// included.
#include "../common/workload.cuh"

constexpr int kWarpSize = 32;
constexpr int kMaxWarps = 32;
constexpr int kSteps = 16;  ///< of both chains in a turn of the loop

struct Chains {
  unsigned first, second;
};

__global__ void compute(Chains* chains, int active, int turns) {
  const int thread = threadIdx.x;
  if (thread % kWarpSize >= active) return;
  unsigned first = thread, second = ~thread;
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int step = 0; step < kSteps; ++step) {
      first = (first ^ turn) + 0x9e3779b9u;
      second = (second ^ turn) + 0x7f4a7c15u;
    }
  }
  chains[thread] = {first, second};
}

__global__ void compute_one_chain(Chains* chains, int active, int turns) {
  const int thread = threadIdx.x;
  if (thread % kWarpSize >= active) return;
  unsigned first = thread;
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int step = 0; step < kSteps; ++step) first = (first ^ turn) + 0x9e3779b9u;
  }
  chains[thread] = {first, 0};
}

int main(int argc, char** argv) {
  const int warps = workload::size_argument(argc, argv, 1, 32);
  const int active = workload::size_argument(argc, argv, 2, 32);
  const int turns = workload::size_argument(argc, argv, 3, 2048);
  const int count = workload::size_argument(argc, argv, 4, 2);
  workload::require(count <= 2, "active_threads", "there must be one chain or two");
  workload::require(warps <= kMaxWarps, "active_threads", "there must be at most 32 warps");
  workload::require(active <= kWarpSize, "active_threads",
                    "there must be at most 32 active threads");
  workload::require(turns <= 1 << 16, "active_threads", "there must be at most 65536 turns");
  workload::DeviceArray<Chains> chains(warps * kWarpSize);
  chains.fill_bytes(0);
  if (count == 1) {
    compute_one_chain<<<1, warps * kWarpSize>>>(chains.data(), active, turns);
  } else {
    compute<<<1, warps * kWarpSize>>>(chains.data(), active, turns);
  }
  CHECK(cudaGetLastError());

  std::size_t wrong = 0;
  const std::vector<Chains> found = chains.to_host();
  for (int thread = 0; thread < warps * kWarpSize; ++thread) {
    unsigned long first = thread, second = ~static_cast<unsigned>(thread);
    for (int step = 0; step < turns * kSteps; ++step) {
      first = ((first ^ static_cast<unsigned>(step / kSteps)) + 0x9e3779b9ul) % (1ul << 32);
      second = ((second ^ static_cast<unsigned>(step / kSteps)) + 0x7f4a7c15ul) % (1ul << 32);
    }
    if (count == 1) second = 0;
    if (thread % kWarpSize >= active) first = second = 0;
    wrong += found[thread].first != first || found[thread].second != second;
  }
  return workload::verdict("active_threads", wrong);
}
