// A matrix in half precision times a vector, with sums in single precision: a warp for each row, 16
// bytes a thread at a time.
//   gemv [rows = 512] [columns = 512]      columns: a multiple of 8; at most 2^24 elements, at most
//   65536 columns
// It stands for the linear layers of a language model that generates one token at a time: each
// weight is read once.
#include "../common/half.cuh"
#include "../common/reduction.cuh"

constexpr int kThreads = 128, kRows = kThreads / 32;  // of a block

__global__ void __launch_bounds__(kThreads)
    gemv(const uint4* matrix, const uint4* vector, float* out, int rows, int pieces) {
  const int row = blockIdx.x * kRows + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
#pragma unroll 4
  for (int at = lane; at < pieces; at += 32) {
    const uint4 weights = __ldg(&matrix[static_cast<std::size_t>(row) * pieces + at]),
                values = __ldg(&vector[at]);
    const auto *w = reinterpret_cast<const __half2*>(&weights),
               *v = reinterpret_cast<const __half2*>(&values);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const float2 a = __half22float2(w[i]), b = __half22float2(v[i]);
      sum += a.x * b.x;
      sum += a.y * b.y;
    }
  }
  sum = workload::over_warp(sum, workload::Sum());
  if (lane == 0) out[row] = sum;
}

int main(int argc, char** argv) {
  const int rows = workload::size_argument(argc, argv, 1, 512),
            columns = workload::size_argument(argc, argv, 2, 512);
  workload::require(columns % 8 == 0 && columns <= 65536, "gemv",
                    "the columns must be a multiple of 8, at most 65536");
  const std::size_t count = static_cast<std::size_t>(rows) * columns;
  workload::require(count <= 1 << 24, "gemv", "more than 2^24 elements");
  const std::vector<__half> matrix = workload::random_sixteenths(count, 1),
                            vector = workload::random_sixteenths(columns, 2);
  workload::DeviceArray<__half> device_matrix(matrix), device_vector(vector);
  workload::DeviceArray<float> device_out(rows);
  gemv<<<workload::blocks_for(rows, kRows), kThreads>>>(
      reinterpret_cast<const uint4*>(device_matrix.data()),
      reinterpret_cast<const uint4*>(device_vector.data()), device_out.data(), rows, columns / 8);
  CHECK(cudaGetLastError());
  // All sums are exact.
  const std::vector<float> weights = workload::to_floats(matrix),
                           values = workload::to_floats(vector);
  std::vector<float> expected(rows);
  for (std::size_t row = 0; row < expected.size(); ++row) {
    for (int column = 0; column < columns; ++column)
      expected[row] += weights[row * columns + column] * values[column];
  }
  return workload::verdict("gemv", workload::count_different(device_out.to_host(), expected));
}
