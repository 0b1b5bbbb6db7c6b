// C = beta C + alpha A B for square matrices, a thread for each element of C, which it updates in
// global memory for each term: the sum stays in a register, but since nothing says that the
// matrices are apart, it is also stored each time.
//   gemm [size = 256]        (at most 4096)
// It stands for GEMM of Polybench.
#include "../common/workload.cuh"

constexpr int kWidth = 32, kHeight = 8;  // of a block
constexpr float kAlpha = 1.5f, kBeta = 1.25f;

__global__ void gemm(const float* a, const float* b, float* c, int n) {
  const int column = blockIdx.x * kWidth + threadIdx.x;
  const int row = blockIdx.y * kHeight + threadIdx.y;
  if (row >= n || column >= n) return;
  c[row * n + column] *= kBeta;
  for (int k = 0; k < n; ++k) {
    c[row * n + column] += kAlpha * a[row * n + k] * b[k * n + column];
  }
}

/// The same in double precision, a row of B at a time.
std::vector<double> gemm_on_host(const std::vector<float>& a, const std::vector<float>& b,
                                 const std::vector<float>& c, int n) {
  std::vector<double> result(c.begin(), c.end());
  for (double& value : result) value *= kBeta;
  for (int row = 0; row < n; ++row) {
    for (int k = 0; k < n; ++k) {
      const double factor = static_cast<double>(kAlpha) * a[row * n + k];
      for (int column = 0; column < n; ++column) {
        result[row * n + column] += factor * b[k * n + column];
      }
    }
  }
  return result;
}

int main(int argc, char** argv) {
  const int n = workload::size_argument(argc, argv, 1, 256);
  workload::require(n <= 4096, "gemm", "the size must be at most 4096");
  const std::size_t count = static_cast<std::size_t>(n) * n;
  const std::vector<float> a = workload::random_floats(count, 1),
                           b = workload::random_floats(count, 2),
                           c = workload::random_floats(count, 3);
  workload::DeviceArray<float> device_a(a), device_b(b), device_c(c);

  const dim3 grid(workload::blocks_for(n, kWidth), workload::blocks_for(n, kHeight));
  gemm<<<grid, dim3(kWidth, kHeight)>>>(device_a.data(), device_b.data(), device_c.data(), n);
  CHECK(cudaGetLastError());

  // All terms are positive: each product, and each of the n + 1 sums, rounds to within 2^-24.
  return workload::verdict(
      "gemm", workload::count_far(device_c.to_host(), gemm_on_host(a, b, c, n), (n + 3) * 0x1p-24));
}
