// Copies to shared memory through every interface that has them, against what the host computes.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

constexpr int kThreads = 64, kRounds = 9, kWords = kThreads * kRounds;

/// Adds words that another thread of the block copied, of a stage that is one round old.
__global__ void primitives(int* sums, const int* from) {
  __shared__ alignas(16) int stage[2][kThreads];
  const int self = threadIdx.x, other = (self + 41) % kThreads;
  int sum = 0;
  __pipeline_memcpy_async(&stage[0][self], &from[self], 4);
  __pipeline_commit();
  for (int round = 1; round <= kRounds; ++round) {
    if (round < kRounds)
      __pipeline_memcpy_async(&stage[round % 2][self], &from[round * kThreads + self], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += round * stage[(round - 1) % 2][other];
    __syncthreads();
  }
  sums[self] = sum;
}

/// Copies of 16 bytes, of which the last ones are zeros.
__global__ void zeros(int4* to, const int4* from) {
  __shared__ int4 words[kThreads];
  const int self = threadIdx.x;
  __pipeline_memcpy_async(&words[self], &from[self], 16, self % 5 * 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  to[self] = words[self];
}

__global__ void groups(int* sums, const int* from) {
  __shared__ alignas(16) int stage[2][kThreads];
  const auto block = cg::this_thread_block();
  const int self = threadIdx.x;
  int sum = 0;
  cg::memcpy_async(block, stage[0], from, sizeof stage[0]);
  for (int round = 1; round <= kRounds; ++round) {
    if (round < kRounds) {
      cg::memcpy_async(block, stage[round % 2], from + round * kThreads, sizeof stage[0]);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    sum += round * stage[(round - 1) % 2][(self + 41) % kThreads];
    block.sync();
  }
  sums[self] = sum;
}

__global__ void own_pipeline(int* sums, const int* from) {
  __shared__ int stage[2][kThreads];
  auto pipe = cuda::make_pipeline();
  const int self = threadIdx.x;
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    pipe.producer_acquire();
    cuda::memcpy_async(&stage[round % 2][self], &from[round * kThreads + self], sizeof(int), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    sum += (round + 1) * stage[round % 2][(self + 41) % kThreads];
    pipe.consumer_release();
    __syncthreads();
  }
  sums[self] = sum;
}

__global__ void block_pipeline(int* sums, const int* from) {
  __shared__ int stage[3][kThreads];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 3> state;
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int self = threadIdx.x;
  int sum = 0;
  for (int fetched = 0, round = 0; round < kRounds; ++round) {
    for (; fetched < kRounds && fetched < round + 3; ++fetched) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, stage[fetched % 3], from + fetched * kThreads,
                         cuda::aligned_size_t<4>(sizeof stage[0]), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += (round + 1) * stage[round % 3][(self + 41) % kThreads];
    pipe.consumer_release();
  }
  sums[self] = sum;
}

__global__ void barriers(int* sums, const int* from) {
  __shared__ alignas(16) int stage[kThreads];
  __shared__ cuda::barrier<cuda::thread_scope_block> filled;
  const auto block = cg::this_thread_block();
  const int self = threadIdx.x;
  if (self == 0) init(&filled, kThreads);
  block.sync();
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    cuda::memcpy_async(block, stage, from + round * kThreads,
                       cuda::aligned_size_t<16>(sizeof stage), filled);
    filled.arrive_and_wait();
    sum += (round + 1) * stage[(self + 41) % kThreads];
    block.sync();
  }
  sums[self] = sum;
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__global__ void old_barriers(int* sums, const int* from) {
  namespace old = nvcuda::experimental;
  __shared__ int stage[kThreads];
  __shared__ old::awbarrier filled;
  const int self = threadIdx.x;
  if (self == 0) init(&filled, kThreads);
  __syncthreads();
  old::pipeline pipe;
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    old::memcpy_async(stage[self], from[round * kThreads + self], pipe);
    pipe.arrive_on(filled);
    filled.wait(filled.arrive());
    sum += (round + 1) * stage[(self + 41) % kThreads];
    __syncthreads();
  }
  sums[self] = sum;
}
#else
__global__ void old_barriers(int*, const int*) {}
#endif

bool right(const char* name, const int* sums, const int* from) {
  const cudaError_t status = cudaDeviceSynchronize();
  if (status != cudaSuccess) {
    std::printf("%s: %s\n", name, cudaGetErrorString(status));
    return false;
  }
  for (int thread = 0; thread < kThreads; ++thread) {
    int expected = 0;
    for (int round = 0; round < kRounds; ++round)
      expected += (round + 1) * from[round * kThreads + (thread + 41) % kThreads];
    if (sums[thread] == expected) continue;
    std::printf("%s: thread %d has %d, not %d\n", name, thread, sums[thread], expected);
    return false;
  }
  return true;
}

int main(int argc, char**) {
  int *sums, *from;
  cudaMallocManaged(&sums, 4 * kThreads * sizeof(int));
  cudaMallocManaged(&from, kWords * sizeof(int));
  for (int i = 0; i < kWords; ++i) from[i] = i * i % 1013;
  bool all = true;
  const auto run = [&](const char* name, void (*kernel)(int*, const int*)) {
    kernel<<<1, kThreads>>>(sums, from);
    all &= right(name, sums, from);
  };
  run("primitives", primitives);
  run("groups", groups);
  run("own_pipeline", own_pipeline);
  run("block_pipeline", block_pipeline);
  run("barriers", barriers);
  if (argc > 1) run("old_barriers", old_barriers);
  zeros<<<1, kThreads>>>(reinterpret_cast<int4*>(sums), reinterpret_cast<const int4*>(from));
  cudaDeviceSynchronize();
  for (int i = 0; i < 4 * kThreads; ++i)
    all &= sums[i] == (i % 4 < 4 - i / 4 % 5 ? from[i] : 0);
  std::printf("%s\n", all ? "passed" : "failed");
  return all ? 0 : 1;
}
