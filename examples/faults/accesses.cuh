// Faults of accesses: bank conflicts, scattered lanes, constants, one partition of memory.
#pragma once

#include "array.cuh"

// Shared memory: each warp walks along a column of a tile, with and without a padded row.
template <int kRow>
__global__ void walk_columns(float* out) {
  __shared__ float tile[32 * kRow];
  for (int i = threadIdx.x; i < 32 * kRow; i += kBlock) tile[i] = i / kRow;
  __syncthreads();
  float sum = 0;
  const int lane = threadIdx.x % 32;
#pragma unroll 8
  for (int i = 0; i < 32; ++i) sum += tile[lane * kRow + i];
  out[blockIdx.x * kBlock + threadIdx.x] = sum;
}
template <int kRow>
bool walk_columns_with() {
  Array<float> out(kThreads, [](int) { return 0.f; });
  walk_columns<kRow><<<kBlocks, kBlock>>>(out.get());
  return out.has([](int i) { return 32.f * (i % 32); });
}
inline bool banks(bool mended) {
  return mended ? walk_columns_with<33>() : walk_columns_with<32>();
}

// Global memory: the sum of each structure's eight fields, as structures and as arrays.
__global__ void add_fields(const float* in, float* out, int of_thread, int of_field) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  float sum = 0;
#pragma unroll
  for (int field = 0; field < 8; ++field)
    sum += __ldcg(in + i * of_thread + field * of_field);
  out[i] = sum;
}
inline bool coalescing(bool mended) {
  Array<float> in(8 * kThreads, [=](int i) { return float(mended ? i / kThreads : i % 8); });
  Array<float> out(kThreads, [](int) { return 0.f; });
  add_fields<<<kBlocks, kBlock>>>(in.get(), out.get(), mended ? 1 : 8, mended ? kThreads : 1);
  return out.has([](int) { return 28.f; });
}

// Constant memory: the lanes read words of their own, or one word.
__constant__ float table[1024];
__global__ void look_up(float* out, int of_thread) {
  float sum = 0;
  for (int turn = 0; turn < 64; ++turn) sum += table[(threadIdx.x * of_thread + turn) % 1024];
  out[blockIdx.x * kBlock + threadIdx.x] = sum;
}
inline bool constants(bool mended) {
  const std::vector<float> ones(1024, 1.f);
  cudaMemcpyToSymbol(table, ones.data(), 4096);
  Array<float> out(kThreads, [](int) { return 0.f; });
  look_up<<<kBlocks, kBlock>>>(out.get(), mended ? 0 : 5);
  return out.has([](int) { return 64.f; });
}

// Partitions: the blocks read rows of 128 bytes whose distance leads all of them to one partition
// of a GTX 480, which has a partition for each 512 of 3,072 bytes, or to all partitions in turn.
__global__ void add_rows(const float* in, float* out, int row) {
  const int lane = threadIdx.x % 32, warp = (blockIdx.x * kBlock + threadIdx.x) / 32;
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i)
    sum += __ldcg(in + static_cast<long>(4 * warp + i) * row + lane);
  out[blockIdx.x * kBlock + threadIdx.x] = sum;
}
inline bool partitions(bool mended) {
  const int row = mended ? 3072 / 4 + 64 : 3072 / 4;
  Array<float> in(row * kThreads / 8, [](int) { return 1.f; });
  Array<float> out(kThreads, [](int) { return 0.f; });
  add_rows<<<kBlocks, kBlock>>>(in.get(), out.get(), row);
  return out.has([](int) { return 4.f; });
}
