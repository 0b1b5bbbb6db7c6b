// C = A B in half precision with sums in single precision, on the matrix unit: mma.sync m16n8k16 on
// operands that ldmatrix brings from shared memory. The elements of the next step go through
// registers to the other of two stages while a step is multiplied.
//   gemm_mma [rows = 256] [columns = 256] [terms = 256]       multiples of 256, 128 and 64, at most
//   8192
// It stands for the GEMM kernels of CUTLASS for the matrix unit with two stages, as before
// asynchronous copies, with the tile 256 x 128 x 64 of those for compute capability 8.0.
#include "matrix_host.cuh"

constexpr int kSharedBytes = 2 * gemm::kStageBytes;

/// The pieces of a thread on their way from global to shared memory.
struct Pieces {
  uint4 values[gemm::kPiecesOfThread];

  __device__ void load(gemm::Writer& writer) {
#pragma unroll
    for (int i = 0; i < gemm::kPiecesOfThread; ++i) {
      values[i] = __ldg(reinterpret_cast<const uint4*>(writer.next_source(i)));
    }
  }
  __device__ void store(unsigned char* stage, const gemm::Writer& writer) const {
#pragma unroll
    for (int i = 0; i < gemm::kPiecesOfThread; ++i)
      *reinterpret_cast<uint4*>(stage + writer.place(i)) = values[i];
  }
};

__global__ void __launch_bounds__(gemm::kThreads)
    gemm_mma(const __half* a, const __half* b, float* c, int columns, int steps) {
  extern __shared__ __align__(128) unsigned char stages[];
  gemm::Writer writer(a, b, static_cast<std::size_t>(steps) * gemm::kLineBytes);
  const gemm::Reader reader;
  gemm::Sums<float> sums = {};
  Pieces pieces;
  pieces.load(writer);
  pieces.store(stages, writer);
  for (int step = 0; step < steps; ++step) {
    __syncthreads();  // the stage of this step is complete, and all warps have read the other
    if (step + 1 < steps) pieces.load(writer);
    const std::uint32_t stage = workload::shared_address(stages + step % 2 * gemm::kStageBytes);
#pragma unroll
    for (int slice = 0; slice < gemm::kSlices; ++slice) {
      gemm::Fragments fragments;
#pragma unroll
      for (int part = 0; part < gemm::kAcross; ++part) reader.load(fragments, stage, slice, part);
#pragma unroll
      for (int part = 0; part < gemm::kAcross; ++part) gemm::multiply_add(sums, fragments, part);
    }
    if (step + 1 < steps) pieces.store(stages + (step + 1) % 2 * gemm::kStageBytes, writer);
  }
  gemm::store(sums, c, columns);
}

int main(int argc, char** argv) {
  const gemm::Shape shape = gemm::shape_arguments(argc, argv, "gemm_mma", sizeof(__half));
  CHECK(cudaFuncSetAttribute(gemm_mma, cudaFuncAttributeMaxDynamicSharedMemorySize, kSharedBytes));
  return gemm::check_halves("gemm_mma", shape, [&](const __half* a, const __half* b, float* c) {
    gemm_mma<<<shape.grid(), gemm::kThreads, kSharedBytes>>>(a, b, c, shape.columns, shape.steps);
  });
}
