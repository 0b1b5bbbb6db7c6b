// C = A B in half precision with sums in single precision, on the matrix unit: mma.sync m16n8k16 on
// operands that ldmatrix brings from shared memory and cp.async to it, two steps ahead in three
// stages.
//   gemm_mma_async [rows = 256] [columns = 256] [terms = 256]     multiples of 256, 128 and 64, at
//   most 8192
// It stands for the GEMM kernels of CUTLASS and cuBLAS for compute capability 8.0: tile 256 x 128 x
// 64, 8 warps, 3 stages.
#include "async_product.cuh"
#include "matrix_host.cuh"

__global__ void __launch_bounds__(gemm::kThreads)
    gemm_mma_async(const __half* a, const __half* b, float* c, int columns, int steps) {
  gemm::async_product(a, b, c, columns, steps);
}

int main(int argc, char** argv) {
  const gemm::Shape shape = gemm::shape_arguments(argc, argv, "gemm_mma_async", sizeof(__half));
  CHECK(cudaFuncSetAttribute(gemm_mma_async, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             gemm::kSharedBytes));
  return gemm::check_halves("gemm_mma_async", shape,
                            [&](const __half* a, const __half* b, float* c) {
                              gemm_mma_async<<<shape.grid(), gemm::kThreads, gemm::kSharedBytes>>>(
                                  a, b, c, shape.columns, shape.steps);
                            });
}
