// Faults of occupancy and of the ends of grids: registers, shared memory, small blocks, a last wave
// of few blocks, one long block.
#pragma once

#include "array.cuh"

constexpr int kListWords = 1 << 16, kListStep = 32 * 37;

/// A list in which each lane of a warp follows its own chain.
inline Array<int> chained_list() {
  return {kListWords, [](int i) { return (i + kListStep) % kListWords; }};
}
inline int after_steps(int start, long steps) {
  return static_cast<int>((start + steps * kListStep) % kListWords);
}

// Registers: 160 values stay in registers while a list is followed, or are computed after that. The
// compiler moves no volatile assembly.
__device__ inline int mixed(int value, int with) {
  int result;
  asm volatile("xor.b32 %0, %1, %2;" : "=r"(result) : "r"(value), "r"(with));
  return result;
}
template <bool kFirst>
__global__ void __launch_bounds__(kBlock, kFirst ? 1 : 8) add_values(const int* next, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  int kept[160];
  if (kFirst)
#pragma unroll
    for (int k = 0; k < 160; ++k) kept[k] = mixed(i, k);
  int sum = follow_list(next, i % kListWords, 48);
#pragma unroll
  for (int k = 0; k < 160; ++k) sum += kFirst ? kept[k] : mixed(i, k);
  out[i] = sum;
}
inline int added_values(int thread) {
  int sum = after_steps(thread % kListWords, 48);
  for (int k = 0; k < 160; ++k) sum += thread ^ k;
  return sum;
}
inline bool registers(bool mended) {
  const int blocks = 640;
  Array<int> next = chained_list(), out(blocks * kBlock, [](int) { return 0; });
  if (mended)
    add_values<false><<<blocks, kBlock>>>(next.get(), out.get());
  else
    add_values<true><<<blocks, kBlock>>>(next.get(), out.get());
  return out.has(added_values);
}

// Shared memory: blocks of 48 KiB, or of the 1 KiB that they use.
template <int kWords>
__global__ void follow_with_shared(const int* next, int* out) {
  __shared__ int scratch[kWords];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  scratch[threadIdx.x] = follow_list(next, i % kListWords, 64);
  __syncthreads();
  out[i] = scratch[(threadIdx.x + 1) % kBlock];
}
inline bool shared(bool mended) {
  const int blocks = 640;
  Array<int> next = chained_list(), out(blocks * kBlock, [](int) { return 0; });
  if (mended)
    follow_with_shared<kBlock><<<blocks, kBlock>>>(next.get(), out.get());
  else
    follow_with_shared<12 * 1024><<<blocks, kBlock>>>(next.get(), out.get());
  return out.has([](int i) {
    const int from = i / kBlock * kBlock + (i + 1) % kBlock;
    return after_steps(from % kListWords, 64);
  });
}

// Small blocks: blocks of one warp, of which an SM holds few, or of eight.
__global__ void follow_by_blocks(const int* next, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = follow_list(next, i % kListWords, 64);
}
inline bool follow_in(int threads, int block) {
  Array<int> next = chained_list(), out(threads, [](int) { return 0; });
  follow_by_blocks<<<threads / block, block>>>(next.get(), out.get());
  return out.has([](int i) { return after_steps(i % kListWords, 64); });
}
inline bool blocks(bool mended) { return follow_in(15 * 48 * 32 * 2, mended ? 256 : 32); }

// The tail: 164 blocks, of which a V100 holds 160 at a time, or 160 blocks with the same work.
__global__ void work_long(int* out, int turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = i;
  for (int turn = 0; turn < turns; ++turn) sum = sum * 3 + 1;
  out[i] = sum;
}
inline bool tail(bool mended) {
  const int block = 1024, blocks = mended ? 160 : 164, turns = mended ? 656 : 640;
  Array<int> out(blocks * block, [](int) { return 0; });
  work_long<<<blocks, block>>>(out.get(), turns);
  return out.has([=](int i) {
    unsigned sum = i;
    for (int turn = 0; turn < turns; ++turn) sum = sum * 3 + 1;
    return static_cast<int>(sum);
  });
}

// Unequal blocks: the first block works sixteen times as long as the others, or all work equally
// long, as much together.
__global__ void follow_unequally(const int* next, int* out, int first_turns, int turns) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  out[i] = follow_list(next, i % kListWords, blockIdx.x == 0 ? first_turns : turns);
}
inline bool imbalance(bool mended) {
  // 159 x 32 + 32 x 33 = 160 x 38.4, and 160 x 38 = 6,080
  const int turns = mended ? 38 : 32, first_turns = mended ? 38 : 992;
  Array<int> next = chained_list(), out(kThreads, [](int) { return 0; });
  follow_unequally<<<kBlocks, kBlock>>>(next.get(), out.get(), first_turns, turns);
  return out.has([=](int i) {
    return after_steps(i % kListWords, i < kBlock ? first_turns : turns);
  });
}
