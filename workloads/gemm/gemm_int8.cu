// C = A B of bytes with signs, with sums in 32 bits, on the matrix unit: mma.sync m16n8k32 on
// operands that ldmatrix brings from shared memory and cp.async to it, two steps ahead in three
// stages.
//   gemm_int8 [rows = 256] [columns = 256] [terms = 256]      multiples of 256, 128 and 128, at
//   most 8192
// It stands for the GEMM kernels of CUTLASS and cuBLAS for the quantized layers of a neural
// network.
#include "async_product.cuh"
#include "matrix_host.cuh"

__global__ void __launch_bounds__(gemm::kThreads)
    gemm_int8(const std::int8_t* a, const std::int8_t* b, int* c, int columns, int steps) {
  gemm::async_product(a, b, c, columns, steps);
}

std::vector<std::int8_t> random_bytes(std::size_t count, unsigned seed) {
  workload::Random random(seed);
  std::vector<std::int8_t> values(count);
  for (std::int8_t& value : values) value = static_cast<std::int8_t>(random.below(256) - 128);
  return values;
}

int main(int argc, char** argv) {
  const gemm::Shape shape = gemm::shape_arguments(argc, argv, "gemm_int8", sizeof(std::int8_t));
  CHECK(cudaFuncSetAttribute(gemm_int8, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             gemm::kSharedBytes));
  const std::vector<std::int8_t> a = random_bytes(shape.elements_of_a(), 1),
                                 b = random_bytes(shape.elements_of_b(), 2);
  workload::DeviceArray<std::int8_t> device_a(a), device_b(b);
  workload::DeviceArray<int> device_c(shape.elements_of_c());
  gemm_int8<<<shape.grid(), gemm::kThreads, gemm::kSharedBytes>>>(
      device_a.data(), device_b.data(), device_c.data(), shape.columns, shape.steps);
  CHECK(cudaGetLastError());
  const std::vector<int> expected = gemm::product_on_host<int>(a, b, shape.columns, shape.terms);
  return workload::verdict("gemm_int8", workload::count_different(device_c.to_host(), expected));
}
