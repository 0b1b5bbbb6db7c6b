// A product whose operands come to shared memory by asynchronous copies, two steps ahead, and to
// registers a slice ahead. Copies and loads are spread over the multiplications.
#pragma once

#include "matrix_tiles.cuh"

namespace gemm {

constexpr int kStages = 3;
constexpr int kSharedBytes = kStages * kStageBytes;

/// The product of `steps` steps. `Sum` chooses the elements: float those of half precision, int
/// bytes with signs.
template <typename Sum>
__device__ inline void async_product(const void* a, const void* b, Sum* c, int n, int steps) {
  static_assert(kPiecesOfThread <= kSlices * kAcross && kSlices % 2 == 0);
  extern __shared__ __align__(128) unsigned char stages[];
  const std::uint32_t first = workload::shared_address(stages);
  const auto after = [&](std::uint32_t stage) {
    return stage == first + (kStages - 1) * kStageBytes ? first : stage + kStageBytes;
  };
  Writer writer(a, b, static_cast<std::size_t>(steps) * kLineBytes);
  const auto copy = [&](int step, std::uint32_t stage, int piece) {
    const char* const source = writer.next_source(piece);
    if (step < steps) workload::copy_16_bytes(stage + writer.place(piece), source);
  };
  for (int step = 0; step < kStages - 1; ++step) {
#pragma unroll
    for (int piece = 0; piece < kPiecesOfThread; ++piece)
      copy(step, first + step * kStageBytes, piece);
    workload::commit_copies();
  }

  const Reader reader;
  Sums<Sum> sums = {};
  Fragments fragments[2];
  std::uint32_t stage = first, free_stage = first + (kStages - 1) * kStageBytes;
  for (int step = 0; step < steps; ++step) {
    workload::wait_for_copies<kStages - 2>();
    __syncthreads();  // the stage of this step is complete, and all warps have read that of the
                      // step before
#pragma unroll
    for (int slice = 0; slice < kSlices; ++slice) {
#pragma unroll
      for (int part = 0; part < kAcross; ++part) {
        const int piece = slice * kAcross + part;
        reader.load(fragments[slice % 2], stage, slice, part);
        if (piece < kPiecesOfThread) copy(step + kStages - 1, free_stage, piece);
        if (slice > 0 || step > 0) multiply_add(sums, fragments[(slice + 1) % 2], part);
      }
    }
    workload::commit_copies();  // an empty group at the end keeps the count
    free_stage = stage;
    stage = after(stage);
  }
#pragma unroll
  for (int part = 0; part < kAcross; ++part) multiply_add(sums, fragments[(kSlices - 1) % 2], part);
  store(sums, c, n);
}

}  // namespace gemm
