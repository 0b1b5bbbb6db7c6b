// Faults of locality: parts that the L1 or the L2 does not hold, spilled registers, arrays of a
// thread.
#pragma once

#include "array.cuh"

// The L1: each block walks several times over a part that only the L2 holds, or over one that the
// L1 holds.
__global__ void walk(const float* in, float* out, int part, int turns) {
  float sum = 0;
  for (int turn = 0; turn < turns; ++turn)
    for (int i = threadIdx.x; i < part; i += kBlock) sum += in[i];
  out[blockIdx.x * kBlock + threadIdx.x] = sum;
}
inline bool l1(bool mended) {
  // The same loads: 160 KiB, or 4 KiB.
  const int part = mended ? 1024 : 40 * 1024, turns = 4 * 40 * 1024 / part;
  Array<float> in(part, [](int) { return 1.f; });
  Array<float> out(kThreads, [](int) { return 0.f; });
  walk<<<kBlocks, kBlock>>>(in.get(), out.get(), part, turns);
  return out.has([=](int) { return 4.f * 40 * 1024 / kBlock; });
}

// The L2: all blocks together walk over 24 MiB again and again, or over 1.5 MiB sixteen times as
// often. The L1 keeps none of it.
__global__ void walk_together(const float* in, float* out, int part, int turns) {
  float sum = 0;
  for (int turn = 0; turn < turns; ++turn)
#pragma unroll 4
    for (int i = blockIdx.x * kBlock + threadIdx.x; i < part; i += kThreads)
      sum += __ldcg(in + i);
  out[blockIdx.x * kBlock + threadIdx.x] = sum;
}
inline bool l2(bool mended) {
  const int part = (mended ? 4 : 64) * kThreads, turns = mended ? 32 : 2;
  Array<float> in(part, [](int) { return 1.f; });
  Array<float> out(kThreads, [](int) { return 0.f; });
  walk_together<<<kBlocks, kBlock>>>(in.get(), out.get(), part, turns);
  return out.has([](int) { return 128.f; });
}

// Spills: 64 sums in registers, or mostly in local memory because a bound leaves 32 registers.
template <int kMostThreads, int kLeastBlocks>
__global__ void __launch_bounds__(kMostThreads, kLeastBlocks) add_many(const float* in, float* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  float sums[64];
#pragma unroll
  for (int k = 0; k < 64; ++k) sums[k] = k;
  for (int turn = 0; turn < 8; ++turn) {
    const float x = in[turn * kThreads + i];
#pragma unroll
    for (int k = 0; k < 64; ++k) sums[k] = sums[k] * x + 1.f;
  }
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 64; ++k) sum += sums[k];
  out[i] = sum;
}
inline bool spills(bool mended) {
  Array<float> in(8 * kThreads, [](int) { return 1.f; });
  Array<float> out(kThreads, [](int) { return 0.f; });
  if (mended)
    add_many<kBlock, 1><<<kBlocks, kBlock>>>(in.get(), out.get());
  else
    add_many<1024, 2><<<kBlocks, kBlock>>>(in.get(), out.get());
  return out.has([](int) { return 63 * 64 / 2.f + 64 * 8; });
}

// Arrays of a thread: the index is known at run time only, so that the array is in local memory, or
// at compile time, so that the elements are registers.
__global__ void reverse_in_array(const int* in, int* out, int last) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  int values[16];
  int sum = in[i];
#pragma unroll
  for (int k = 0; k < 16; ++k) values[k] = sum + k;
  for (int turn = 0; turn < 32; ++turn)
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      sum = sum * 3 + values[(last - k) & 15];
      values[k] = sum;
    }
  out[i] = sum;
}
__global__ void reverse_in_registers(const int* in, int* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  int values[16];
  int sum = in[i];
#pragma unroll
  for (int k = 0; k < 16; ++k) values[k] = sum + k;
  for (int turn = 0; turn < 32; ++turn)
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      sum = sum * 3 + values[15 - k];
      values[k] = sum;
    }
  out[i] = sum;
}
inline int reversed(int thread) {
  int values[16], sum = thread % 7;
  for (int k = 0; k < 16; ++k) values[k] = sum + k;
  for (int turn = 0; turn < 32; ++turn)
    for (int k = 0; k < 16; ++k)
      values[k] = sum = static_cast<int>(static_cast<unsigned>(sum) * 3u + values[15 - k]);
  return sum;
}
inline bool arrays(bool mended) {
  Array<int> in(kThreads, [](int i) { return i % 7; });
  Array<int> out(kThreads, [](int) { return 0; });
  if (mended)
    reverse_in_registers<<<kBlocks, kBlock>>>(in.get(), out.get());
  else
    reverse_in_array<<<kBlocks, kBlock>>>(in.get(), out.get(), 15);
  return out.has(reversed);
}
