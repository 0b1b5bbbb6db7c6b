// cuda::barrier and cuda::pipeline against what the host computes.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
using Block = cuda::barrier<cuda::thread_scope_block>;

constexpr int kThreads = 128;

/// Each turn, every thread reads what a thread of another warp wrote in the turn before.
__global__ void turns(int* values, int count) {
  __shared__ Block all;
  __shared__ int now[kThreads];
  const int self = threadIdx.x, other = (self + 37) % kThreads;
  if (self == 0) init(&all, kThreads);
  now[self] = self;
  __syncthreads();
  for (int i = 0; i < count; ++i) {
    const int seen = now[other];
    auto token = all.arrive();
    all.wait(static_cast<Block::arrival_token&&>(token));
    now[self] = seen + 1;
    all.arrive_and_wait();
  }
  values[self] = now[self];
}

struct Count {
  int* phases;
  __device__ void operator()() { ++*phases; }
};

/// The last warp leaves after two phases; the others go on without it. `result` is how many threads
/// took part in each phase, and the number of phases.
__global__ void leavers(int* result) {
  __shared__ cuda::barrier<cuda::thread_scope_block, Count> gate;
  __shared__ int phases, given[4];
  if (threadIdx.x < 4) given[threadIdx.x] = 0;
  if (threadIdx.x == 0) {
    phases = 0;
    init(&gate, kThreads, Count{&phases});
  }
  __syncthreads();
  const bool leaves = threadIdx.x >= kThreads - 32;
  for (int i = 0; i < 4; ++i) {
    atomicAdd(&given[i], 1);
    if (leaves && i == 1) {
      gate.arrive_and_drop();
      break;
    }
    gate.arrive_and_wait();
    if (threadIdx.x == 0) result[i] = given[i];
  }
  __syncthreads();
  if (threadIdx.x == 0) result[4] = phases;
}

/// 13 bytes by one thread, and 64 words by the block.
__global__ void copies(char* bytes, int* words, const char* from_bytes, const int* from_words) {
  __shared__ Block all;
  __shared__ char odd[13];
  __shared__ alignas(16) int even[64];
  const auto block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&all, kThreads);
  block.sync();
  if (threadIdx.x == 0) cuda::memcpy_async(odd, from_bytes, sizeof odd, all);
  cuda::memcpy_async(block, even, from_words, cuda::aligned_size_t<16>(sizeof even), all);
  all.arrive_and_wait();
  if (threadIdx.x < 13) bytes[threadIdx.x] = odd[threadIdx.x];
  if (threadIdx.x < 64) words[threadIdx.x] = even[63 - threadIdx.x];
}

constexpr int kStages = 3, kBatches = 20;

/// Warp 0 fills stages ahead; the other warps add up what is in them.
__global__ void ring(unsigned long long* sum, const int* from) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  __shared__ int stage[kStages][32];
  const auto block = cg::this_thread_block();
  const bool producer = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(
      block, &state, producer ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  if (producer) {
    for (int i = 0; i < kBatches; ++i) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stage[i % kStages][threadIdx.x], &from[i * 32 + threadIdx.x],
                         sizeof(int), pipe);
      pipe.producer_commit();
    }
  } else {
    for (int i = 0; i < kBatches; ++i) {
      pipe.consumer_wait();
      const unsigned long long value = stage[i % kStages][threadIdx.x % 32];
      atomicAdd(sum, value * threadIdx.x);
      pipe.consumer_release();
    }
  }
}

/// A percent sign before a name, written once as nvcc lets one do.
__global__ void lane(int* values) {
  int lane;
  asm("mov.u32 %0, %laneid;" : "=r"(lane));
  values[threadIdx.x] = lane;
}

#define CHECK(condition)                                       \
  do {                                                         \
    if (!(condition)) {                                        \
      std::printf("line %d: %s\n", __LINE__, #condition);      \
      return 1;                                                \
    }                                                          \
  } while (0)

int main() {
  int* memory;
  CHECK(cudaMallocManaged(&memory, 4096 * sizeof(int)) == cudaSuccess);

  turns<<<1, kThreads>>>(memory, 5);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < kThreads; ++i) CHECK(memory[i] == (i + 5 * 37) % kThreads + 5);

  leavers<<<1, kThreads>>>(memory);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(memory[0] == 128 && memory[1] == 128 && memory[2] == 96 && memory[3] == 96);
  CHECK(memory[4] == 4);

  char* bytes = reinterpret_cast<char*>(memory + 2048);
  std::strcpy(bytes + 101, "twelve bytes");  // and a zero
  for (int i = 0; i < 64; ++i) memory[1024 + i] = i * i;
  copies<<<1, kThreads>>>(bytes, memory, bytes + 101, memory + 1024);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(std::strcmp(bytes, "twelve bytes") == 0);
  for (int i = 0; i < 64; ++i) CHECK(memory[i] == (63 - i) * (63 - i));

  auto* sum = reinterpret_cast<unsigned long long*>(memory);
  *sum = 0;
  unsigned long long expected = 0;
  for (int i = 0; i < kBatches * 32; ++i) {
    memory[1024 + i] = 3 * i + 1;
    for (int thread = 32; thread < kThreads; ++thread)
      if (thread % 32 == i % 32) expected += static_cast<unsigned long long>(thread) * (3 * i + 1);
  }
  ring<<<1, kThreads>>>(sum, memory + 1024);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(*sum == expected);

  lane<<<1, 64>>>(memory);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 64; ++i) CHECK(memory[i] == i % 32);
}
