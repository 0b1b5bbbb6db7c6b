// E = (A B) D for square matrices, two launches, a thread for each element of the result, to which
// it adds in global memory for each term: the sum stays in a register, but since nothing says that
// the matrices are apart, it is also stored each time.
//   two_mm [size = 192]        (at most 4096)
// It stands for 2MM of Polybench.
#include "../common/workload.cuh"

constexpr int kWidth = 32, kHeight = 8;  // of a block

/// Adds A x B to C.
__device__ void add_product(const float* a, const float* b, float* c, int n) {
  const int column = blockIdx.x * kWidth + threadIdx.x;
  const int row = blockIdx.y * kHeight + threadIdx.y;
  if (row >= n || column >= n) return;
  for (int k = 0; k < n; ++k) c[row * n + column] += a[row * n + k] * b[k * n + column];
}

__global__ void first_product(const float* a, const float* b, float* c, int n) {
  add_product(a, b, c, n);
}

__global__ void second_product(const float* c, const float* d, float* e, int n) {
  add_product(c, d, e, n);
}

/// In double precision, a row of B at a time.
std::vector<double> multiply(const std::vector<double>& a, const std::vector<float>& b, int n) {
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
  const int n = workload::size_argument(argc, argv, 1, 192);
  workload::require(n <= 4096, "two_mm", "the size must be at most 4096");
  const std::size_t count = static_cast<std::size_t>(n) * n;
  const std::vector<float> a = workload::random_floats(count, 1),
                           b = workload::random_floats(count, 2),
                           d = workload::random_floats(count, 3);
  workload::DeviceArray<float> device_a(a), device_b(b), device_c(count), device_d(d),
      device_e(count);
  device_c.fill_bytes(0);
  device_e.fill_bytes(0);

  const dim3 grid(workload::blocks_for(n, kWidth), workload::blocks_for(n, kHeight));
  const dim3 block(kWidth, kHeight);
  first_product<<<grid, block>>>(device_a.data(), device_b.data(), device_c.data(), n);
  second_product<<<grid, block>>>(device_c.data(), device_d.data(), device_e.data(), n);
  CHECK(cudaGetLastError());

  // All terms are positive: two times n roundings of at most 2^-24 each, relative.
  const std::vector<double> expected = multiply(multiply({a.begin(), a.end()}, b, n), d, n);
  return workload::verdict(
      "two_mm", workload::count_far(device_e.to_host(), expected, (2 * n + 1) * 0x1p-24));
}
