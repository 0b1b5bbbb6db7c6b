// Faults of order: atomics that meet, fences, barriers between unequal warps, launches.
#pragma once

#include "array.cuh"

// Atomics of global memory: all threads count in one word, or each in its own.
__global__ void count(unsigned* counts, int words) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  for (int turn = 0; turn < 4; ++turn) atomicAdd(counts + i % words, 1u);
}
inline bool atomics(bool mended) {
  const int words = mended ? kThreads : 1;
  Array<unsigned> counts(kThreads, [](int) { return 0u; });
  count<<<kBlocks, kBlock>>>(counts.get(), words);
  return counts.has([=](int i) { return i < words ? 4u * kThreads / words : 0u; });
}

// Atomics of shared memory: the threads of a block count in one word, or each in its own.
__global__ void count_in_block(unsigned* counts, int words) {
  __shared__ unsigned own[kBlock];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int turn = 0; turn < 32; ++turn) atomicAdd(own + threadIdx.x % words, 1u);
  __syncthreads();
  counts[blockIdx.x * kBlock + threadIdx.x] = own[threadIdx.x];
}
inline bool shared_atomics(bool mended) {
  const int words = mended ? kBlock : 1;
  Array<unsigned> counts(kThreads, [](int) { return 0u; });
  count_in_block<<<kBlocks, kBlock>>>(counts.get(), words);
  return counts.has([=](int i) { return i % kBlock < words ? 32u * kBlock / words : 0u; });
}

// Atomics of several blocks: each warp has a counter of its own, but eight warps share a sector of
// 32 bytes and 32 share a line, or each warp has a line.
__global__ void count_by_warp(unsigned* counts, int distance) {
  const int warp = (blockIdx.x * kBlock + threadIdx.x) / 32;
  if (threadIdx.x % 32 == 0)
    for (int turn = 0; turn < 64; ++turn) atomicAdd(counts + warp * distance, 1u);
}
inline bool sectors(bool mended) {
  const int distance = mended ? 32 : 1, warps = kThreads / 32;
  Array<unsigned> counts(32 * warps, [](int) { return 0u; });
  count_by_warp<<<kBlocks, kBlock>>>(counts.get(), distance);
  return counts.has(
      [=](int i) { return i % distance == 0 && i / distance < warps ? 64u : 0u; });
}

// Fences: after each of a thread's stores, or none. No other thread reads the values.
template <bool kFence>
__global__ void store_in_turns(int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  for (int turn = 0; turn < 64; ++turn) {
    out[turn * kThreads + i] = turn;
    if (kFence) __threadfence();
  }
}
inline bool fences(bool mended) {
  Array<int> out(64 * kThreads, [](int) { return -1; });
  if (mended)
    store_in_turns<false><<<kBlocks, kBlock>>>(out.get());
  else
    store_in_turns<true><<<kBlocks, kBlock>>>(out.get());
  return out.has([](int i) { return i / kThreads; });
}

// Barriers: in each phase one warp of a block works and the others wait, or all work at once.
__global__ void work_in_phases(int* out, bool together) {
  const int i = blockIdx.x * kBlock + threadIdx.x, warp = threadIdx.x / 32;
  int sum = i;
  for (int phase = 0; phase < kBlock / 32; ++phase) {
    if (phase == warp)
      for (int turn = 0; turn < 1024; ++turn) sum = sum * 3 + 1;
    if (!together) __syncthreads();
  }
  out[i] = sum;
}
inline bool barriers(bool mended) {
  Array<int> out(kThreads, [](int) { return 0; });
  work_in_phases<<<kBlocks, kBlock>>>(out.get(), mended);
  return out.has([](int i) {
    unsigned sum = i;
    for (int turn = 0; turn < 1024; ++turn) sum = sum * 3 + 1;
    return static_cast<int>(sum);
  });
}

// Launches: many kernels, or one with their blocks.
__global__ void add_one(float* values) { values[blockIdx.x * kBlock + threadIdx.x] += 1; }
inline bool launches(bool mended) {
  Array<float> values(kThreads, [](int) { return 0.f; });
  const int blocks = mended ? kBlocks : 8;
  for (int first = 0; first < kBlocks; first += blocks)
    add_one<<<blocks, kBlock>>>(values.get() + first * kBlock);
  return values.has([](int) { return 1.f; });
}
