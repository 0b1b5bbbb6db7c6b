// Matrix multiplication from global memory: a thread for each element of the result reads a row and
// a column, so that all reuse is the caches'. The threads of a half warp share the row's element
// and read neighbouring ones of the columns.
//   matmul_simple [size = 256]        (at most 4096)
// It stands for a matrix multiplication without tiles in shared memory.
#include "../common/workload.cuh"

constexpr int kSide = 16;  // of a block

__global__ void matmul_simple(const float* a, const float* b, float* c, int n) {
  const int row = blockIdx.y * kSide + threadIdx.y;
  const int column = blockIdx.x * kSide + threadIdx.x;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

/// The same in double precision.
std::vector<double> multiply_on_host(const std::vector<float>& a, const std::vector<float>& b,
                                     int n) {
  std::vector<double> c(a.size(), 0);
  for (int row = 0; row < n; ++row) {
    for (int k = 0; k < n; ++k) {
      const double factor = a[row * n + k];
      for (int column = 0; column < n; ++column) c[row * n + column] += factor * b[k * n + column];
    }
  }
  return c;
}

int main(int argc, char** argv) {
  const int n = workload::size_argument(argc, argv, 1, 256);
  workload::require(n <= 4096, "matmul_simple", "the size must be at most 4096");
  const std::size_t count = static_cast<std::size_t>(n) * n;
  const std::vector<float> a = workload::random_floats(count, 1),
                           b = workload::random_floats(count, 2);
  workload::DeviceArray<float> device_a(a), device_b(b), device_c(count);

  const int blocks = workload::blocks_for(n, kSide);
  matmul_simple<<<dim3(blocks, blocks), dim3(kSide, kSide)>>>(device_a.data(), device_b.data(),
                                                              device_c.data(), n);
  CHECK(cudaGetLastError());

  // All terms are positive: n roundings of at most 2^-24 each, relative.
  return workload::verdict(
      "matmul_simple",
      workload::count_far(device_c.to_host(), multiply_on_host(a, b, n), n * 0x1p-24));
}
