// Convolution of a matrix with 3 x 3 weights, a thread for each element, all from global memory:
// nine loads of rows that overlap. The elements at the edge stay 0.
//   convolution2d [size = 1024]        (at most 8192)
// It stands for 2DCONV of Polybench.
#include "../common/workload.cuh"

constexpr int kWidth = 32, kHeight = 8;  // of a block

/// Row by row.
struct Weights {
  float at[3][3];
};
constexpr Weights kWeights = {{{0.2f, -0.3f, 0.4f}, {0.5f, 0.6f, 0.7f}, {-0.8f, -0.9f, 0.1f}}};

__global__ void convolve(const float* in, float* out, int n, Weights weights) {
  const int column = blockIdx.x * kWidth + threadIdx.x;
  const int row = blockIdx.y * kHeight + threadIdx.y;
  if (row < 1 || row >= n - 1 || column < 1 || column >= n - 1) return;
  float sum = 0;
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      sum += weights.at[down + 1][right + 1] * in[(row + down) * n + column + right];
    }
  }
  out[row * n + column] = sum;
}

/// The same in double precision, one weight after the other.
std::vector<double> convolve_on_host(const std::vector<float>& in, int n) {
  std::vector<double> out(in.size(), 0);
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      const double weight = kWeights.at[down + 1][right + 1];
      for (int row = 1; row < n - 1; ++row) {
        for (int column = 1; column < n - 1; ++column) {
          out[row * n + column] += weight * in[(row + down) * n + column + right];
        }
      }
    }
  }
  return out;
}

int main(int argc, char** argv) {
  const int n = workload::size_argument(argc, argv, 1, 1024);
  workload::require(n <= 8192, "convolution2d", "the size must be at most 8192");
  const std::vector<float> in = workload::random_floats(static_cast<std::size_t>(n) * n, 1);
  workload::DeviceArray<float> device_in(in), device_out(in.size());
  device_out.fill_bytes(0);

  const dim3 grid(workload::blocks_for(n, kWidth), workload::blocks_for(n, kHeight));
  convolve<<<grid, dim3(kWidth, kHeight)>>>(device_in.data(), device_out.data(), n, kWeights);
  CHECK(cudaGetLastError());

  // 9 products and 8 sums round to within 2^-24 of at most the sum of the weights' sizes, 4.5.
  return workload::verdict(
      "convolution2d",
      workload::count_far(device_out.to_host(), convolve_on_host(in, n), 0, 17 * 4.5 * 0x1p-24));
}
