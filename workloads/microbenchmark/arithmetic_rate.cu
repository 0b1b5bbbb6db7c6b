// Latency and throughput of arithmetic on one SM: each thread has one or four chains of dependent
// operations. One warp with one chain measures the latency, many warps the throughput.
//   arithmetic_rate [operation = 1] [warps = 32] [chains = 1] [turns = 64]
// Operations: 1 integer multiply-add, 2 multiply-add in single precision, 3 in double precision,
// 4 division and 5 square root in double precision. A turn has four operations of each chain.
#include <cmath>

#include "../common/workload.cuh"

constexpr int kWarpSize = 32;
constexpr int kSteps = 4;  ///< operations of a chain in a turn

// Each operation has its type, the first value of a chain, and a step. Host and device round alike.
struct MultiplyAddInteger {
  using Value = int;
  __host__ __device__ static Value first(int chain) { return chain; }
  __host__ __device__ static Value step(Value value, int thread) {
    return static_cast<int>(static_cast<unsigned>(value) * static_cast<unsigned>(2 * thread + 5) +
                            static_cast<unsigned>(thread));
  }
};

struct MultiplyAddFloat {
  using Value = float;
  __host__ __device__ static Value first(int chain) { return static_cast<float>(chain); }
  __host__ __device__ static Value step(Value value, int thread) {
    return fmaf(value, 0.96875f, static_cast<float>(thread));
  }
};

struct MultiplyAddDouble {
  using Value = double;
  __host__ __device__ static Value first(int chain) { return chain; }
  __host__ __device__ static Value step(Value value, int thread) {
    return fma(value, 0.96875, static_cast<double>(thread));
  }
};

struct Divide {
  using Value = double;
  __host__ __device__ static Value first(int chain) { return 1.5 + chain; }
  __host__ __device__ static Value step(Value value, int thread) { return (2.0 + thread) / value; }
};

struct SquareRoot {
  using Value = double;
  __host__ __device__ static Value first(int chain) { return 1e30 * (1 + chain); }
  __host__ __device__ static Value step(Value value, int /*thread*/) { return sqrt(value); }
};

template <typename Operation, int kChains>
__global__ void calculate(typename Operation::Value* results, int turns) {
  const int thread = threadIdx.x;
  typename Operation::Value chains[kChains];
#pragma unroll
  for (int i = 0; i < kChains; ++i) chains[i] = Operation::first(i);
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int step = 0; step < kSteps; ++step) {
#pragma unroll
      for (int i = 0; i < kChains; ++i) chains[i] = Operation::step(chains[i], thread);
    }
  }
#pragma unroll
  for (int i = 0; i < kChains; ++i) results[i * blockDim.x + thread] = chains[i];
}

/// Runs the operation. Returns the number of wrong results.
template <typename Operation>
std::size_t measure(int threads, int chains, int turns) {
  using Value = typename Operation::Value;
  workload::DeviceArray<Value> results(static_cast<std::size_t>(chains) * threads);
  results.fill_bytes(0xff);
  if (chains == 1) {
    calculate<Operation, 1><<<1, threads>>>(results.data(), turns);
  } else {
    calculate<Operation, 4><<<1, threads>>>(results.data(), turns);
  }
  CHECK(cudaGetLastError());
  std::vector<Value> expected(results.size());
  for (int i = 0; i < chains; ++i) {
    for (int thread = 0; thread < threads; ++thread) {
      Value value = Operation::first(i);
      for (int step = 0; step < turns * kSteps; ++step) value = Operation::step(value, thread);
      expected[static_cast<std::size_t>(i) * threads + thread] = value;
    }
  }
  return workload::count_different(results.to_host(), expected);
}

int main(int argc, char** argv) {
  const int operation = workload::size_argument(argc, argv, 1, 1);
  const int warps = workload::size_argument(argc, argv, 2, 32);
  const int chains = workload::size_argument(argc, argv, 3, 1);
  const int turns = workload::size_argument(argc, argv, 4, 64);
  workload::require(operation <= 5, "arithmetic_rate", "the operation must be 1 to 5");
  workload::require(warps <= 32, "arithmetic_rate", "there must be at most 32 warps");
  workload::require(chains == 1 || chains == 4, "arithmetic_rate", "there must be 1 chain or 4");
  workload::require(turns <= 1 << 16, "arithmetic_rate", "there must be at most 65536 turns");
  using Measure = std::size_t (*)(int, int, int);
  constexpr Measure kMeasures[] = {measure<MultiplyAddInteger>, measure<MultiplyAddFloat>,
                                   measure<MultiplyAddDouble>, measure<Divide>,
                                   measure<SquareRoot>};
  const std::size_t wrong = kMeasures[operation - 1](warps * kWarpSize, chains, turns);
  return workload::verdict("arithmetic_rate", wrong);
}
