// Product of a sparse matrix and a vector in jagged diagonals, one thread a row: rows are sorted by
// their length, the longest first, and the k-th entries of all rows stand side by side, padded to
// whole warps. Matrix values stream in order, those of the vector are gathered through the L1.
// Stands for spmv of Parboil, with a banded random matrix for the meshes of its data sets.
//   spmv_jds [rows = 36672] [entries per row = 25] [products = 4] [threads per block = 192]
#include <numeric>

#include "matrix.cuh"

constexpr int kLanes = 32;
constexpr int kBand = 64;
constexpr int kMostWarps = 8192, kLongestRow = 4096;

__constant__ int diagonal_starts[kLongestRow];  ///< of the k-th entries
__constant__ int warp_lengths[kMostWarps];      ///< of the longest row of each warp

__global__ void multiply_diagonals(const int* columns, const float* values, const int* row_of,
                                   const float* vector, float* product, int rows) {
  const int sorted = blockIdx.x * blockDim.x + threadIdx.x;
  if (sorted >= rows) return;
  const int length = warp_lengths[sorted / kLanes];
  float sum = 0;
  for (int k = 0; k < length; ++k) {
    const int i = diagonal_starts[k] + sorted;
    sum += values[i] * vector[columns[i]];
  }
  product[row_of[sorted]] = sum;
}

/// Jagged diagonals: entry k of the row that comes i-th is at starts[k] + i. Padding is zero times
/// the vector's first element.
struct Diagonals {
  std::vector<int> row_of, lengths, starts, columns;
  std::vector<float> values;
};

Diagonals diagonals_of(const Matrix& matrix) {
  Diagonals result;
  result.row_of.resize(matrix.rows());
  std::iota(result.row_of.begin(), result.row_of.end(), 0);
  std::sort(result.row_of.begin(), result.row_of.end(), [&](int a, int b) {
    const int more = matrix.length(a) - matrix.length(b);
    return more != 0 ? more > 0 : a < b;
  });
  for (int first = 0; first < matrix.rows(); first += kLanes) {
    result.lengths.push_back(matrix.length(result.row_of[first]));
  }
  std::size_t warps = result.lengths.size();
  for (int k = 0; k < result.lengths[0]; ++k) {
    while (result.lengths[warps - 1] <= k) --warps;
    const std::size_t start = result.values.size();
    result.starts.push_back(static_cast<int>(start));
    result.columns.resize(start + warps * kLanes, 0);
    result.values.resize(start + warps * kLanes, 0);
    for (std::size_t i = 0; i < std::min(warps * kLanes, result.row_of.size()); ++i) {
      const int row = result.row_of[i];
      if (k >= matrix.length(row)) continue;
      result.columns[start + i] = matrix.columns[matrix.starts[row] + k];
      result.values[start + i] = matrix.values[matrix.starts[row] + k];
    }
  }
  return result;
}

std::vector<float> multiply_on_device(const Diagonals& diagonals, const std::vector<float>& vector,
                                      int products, int threads) {
  const int rows = static_cast<int>(diagonals.row_of.size());
  workload::DeviceArray<int> columns(diagonals.columns), row_of(diagonals.row_of);
  workload::DeviceArray<float> values(diagonals.values), device_vector(vector), product(rows);
  CHECK(cudaMemcpyToSymbol(diagonal_starts, diagonals.starts.data(),
                           diagonals.starts.size() * sizeof(int)));
  CHECK(cudaMemcpyToSymbol(warp_lengths, diagonals.lengths.data(),
                           diagonals.lengths.size() * sizeof(int)));
  for (int i = 0; i < products; ++i) {
    multiply_diagonals<<<workload::blocks_for(rows, threads), threads>>>(
        columns.data(), values.data(), row_of.data(), device_vector.data(), product.data(), rows);
    CHECK(cudaGetLastError());
  }
  return product.to_host();
}

int main(int argc, char** argv) {
  const int rows = workload::size_argument(argc, argv, 1, 36672);
  const int length = workload::size_argument(argc, argv, 2, 25);
  const int products = workload::size_argument(argc, argv, 3, 4);
  const int threads = workload::size_argument(argc, argv, 4, 192);
  workload::require(rows <= kMostWarps * kLanes, argv[0], "there must be at most 262144 rows");
  workload::require(length <= kLongestRow / 2, argv[0], "a row must have at most 2048 entries");
  workload::require(static_cast<long>(rows) * length <= 1l << 26, argv[0],
                    "there must be at most 2^26 entries");
  workload::require(threads <= 1024 && threads % kLanes == 0, argv[0],
                    "the threads of a block must be a multiple of 32, at most 1024");
  const Matrix matrix = banded_matrix(rows, length, kBand);
  const std::vector<float> vector = workload::random_floats(rows, 2);
  const std::vector<float> found =
      multiply_on_device(diagonals_of(matrix), vector, products, threads);
  return workload::verdict("spmv_jds", count_wrong(matrix, vector, found));
}
