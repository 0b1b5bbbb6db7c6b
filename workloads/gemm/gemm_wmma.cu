// C = A B in half precision with sums in single precision, on the matrix unit: wmma m16n16k16 on
// operands in shared memory, A with the elements of a row side by side, B with those of a column. A
// block of 4 warps computes 128 x 128 elements, a warp 64 x 64. The elements of the next step of 32
// terms go through registers to the other of two stages while a step is multiplied.
//   gemm_wmma [rows = 256] [columns = 256] [terms = 256]      multiples of 128, 128 and 32, at most
//   8192
// It stands for cudaTensorCoreGemm of CUDA's samples and for the kernels of cuBLAS for compute
// capability 7.0 (tile 128 x 128 x 32).
#include <mma.h>

#include "../common/half.cuh"
#include "product_on_host.cuh"

namespace wmma = nvcuda::wmma;

constexpr int kTile = 128, kWarpTile = 64, kStep = 32;
constexpr int kWarps = kTile / kWarpTile, kThreads = 32 * kWarps * kWarps;
constexpr int kLine =
    kStep + 8;  // halves from a line of a stage to the next, so that eight lie in different banks
constexpr int kPieces = kStep / 8;                               // of a line, 16 bytes each
constexpr int kPiecesOfThread = 2 * kTile * kPieces / kThreads;  // half of them of A
constexpr int kLinesApart = kThreads / kPieces;
constexpr int kTilesOfWarp = kWarpTile / 16;

struct Stage {
  __half a[kTile * kLine], b[kTile * kLine];
};

/// The elements that a thread brings to the stage of a step.
struct Pieces {
  uint4 values[kPiecesOfThread];

  __device__ void load(const __half* a, const __half* b, int terms) {
#pragma unroll
    for (int i = 0; i < kPiecesOfThread; ++i) {
      const __half* const from = i < kPiecesOfThread / 2 ? a : b;
      const int line = i % (kPiecesOfThread / 2) * kLinesApart;
      values[i] =
          __ldg(reinterpret_cast<const uint4*>(from + line * static_cast<std::size_t>(terms)));
    }
  }
  __device__ void store(Stage& stage) const {
    const int place = threadIdx.x / kPieces * kLine + threadIdx.x % kPieces * 8;
#pragma unroll
    for (int i = 0; i < kPiecesOfThread; ++i) {
      __half* const to = i < kPiecesOfThread / 2 ? stage.a : stage.b;
      *reinterpret_cast<uint4*>(to + place + i % (kPiecesOfThread / 2) * kLinesApart * kLine) =
          values[i];
    }
  }
};

using Sum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

/// Multiplies a step, 16 terms at a time; `a` and `b` are the warp's lines of the stage.
__device__ __forceinline__ void multiply_add(Sum (&sums)[kTilesOfWarp][kTilesOfWarp],
                                             const __half* a, const __half* b) {
#pragma unroll
  for (int k = 0; k < kStep; k += 16) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> rows[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> columns[kTilesOfWarp];
    wmma::load_matrix_sync(rows[0], a + k, kLine);
#pragma unroll
    for (int i = 0; i < kTilesOfWarp; ++i)
      wmma::load_matrix_sync(columns[i], b + 16 * i * kLine + k, kLine);
#pragma unroll
    for (int i = 0; i < kTilesOfWarp; ++i) {
      if (i + 1 < kTilesOfWarp)
        wmma::load_matrix_sync(rows[(i + 1) % 2], a + 16 * (i + 1) * kLine + k, kLine);
#pragma unroll
      for (int j = 0; j < kTilesOfWarp; ++j)
        wmma::mma_sync(sums[i][j], rows[i % 2], columns[j], sums[i][j]);
    }
  }
}

__global__ void __launch_bounds__(kThreads)
    gemm_wmma(const __half* a, const __half* b, float* c, int columns, int terms) {
  __shared__ Stage stages[2];
  const int warp = threadIdx.x / 32, warp_row = warp / kWarps * kWarpTile,
            warp_column = warp % kWarps * kWarpTile;
  const std::size_t line = threadIdx.x / kPieces, piece = threadIdx.x % kPieces * 8;
  const __half* from_a = a + (blockIdx.y * kTile + line) * terms + piece;
  const __half* from_b = b + (blockIdx.x * kTile + line) * terms + piece;
  Sum sums[kTilesOfWarp][kTilesOfWarp];
#pragma unroll
  for (int i = 0; i < kTilesOfWarp; ++i) {
#pragma unroll
    for (int j = 0; j < kTilesOfWarp; ++j) wmma::fill_fragment(sums[i][j], 0.0f);
  }
  Pieces pieces;
  pieces.load(from_a, from_b, terms);
  pieces.store(stages[0]);
  for (int first = 0, at = 0; first < terms; first += kStep, at ^= 1) {
    __syncthreads();  // the stage of this step is complete, and all warps have read the other
    const bool more = first + kStep < terms;
    if (more) pieces.load(from_a += kStep, from_b += kStep, terms);
    multiply_add(sums, stages[at].a + warp_row * kLine, stages[at].b + warp_column * kLine);
    if (more) pieces.store(stages[at ^ 1]);
  }
  float* const to = c + static_cast<std::size_t>(blockIdx.y * kTile + warp_row) * columns +
                    blockIdx.x * kTile + warp_column;
#pragma unroll
  for (int i = 0; i < kTilesOfWarp; ++i) {
#pragma unroll
    for (int j = 0; j < kTilesOfWarp; ++j) {
      wmma::store_matrix_sync(to + 16 * i * static_cast<std::size_t>(columns) + 16 * j, sums[i][j],
                              columns, wmma::mem_row_major);
    }
  }
}

int main(int argc, char** argv) {
  const int rows = workload::size_argument(argc, argv, 1, 256),
            columns = workload::size_argument(argc, argv, 2, 256);
  const int terms = workload::size_argument(argc, argv, 3, 256);
  workload::require(rows % kTile == 0 && columns % kTile == 0, "gemm_wmma",
                    "the rows and the columns must be multiples of 128");
  workload::require(terms % kStep == 0, "gemm_wmma", "the terms must be a multiple of 32");
  workload::require(rows <= 8192 && columns <= 8192 && terms <= 8192, "gemm_wmma",
                    "the rows, columns and terms must be at most 8192");
  const std::vector<__half> a =
      workload::random_sixteenths(static_cast<std::size_t>(rows) * terms, 1);
  const std::vector<__half> b =
      workload::random_sixteenths(static_cast<std::size_t>(columns) * terms, 2);
  workload::DeviceArray<__half> device_a(a), device_b(b);
  workload::DeviceArray<float> device_c(static_cast<std::size_t>(rows) * columns);
  gemm_wmma<<<dim3(columns / kTile, rows / kTile), kThreads>>>(device_a.data(), device_b.data(),
                                                               device_c.data(), columns, terms);
  CHECK(cudaGetLastError());
  // All sums are exact.
  const std::vector<float> expected =
      gemm::product_on_host<float>(workload::to_floats(a), workload::to_floats(b), columns, terms);
  return workload::verdict("gemm_wmma", workload::count_different(device_c.to_host(), expected));
}
