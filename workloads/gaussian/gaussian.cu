// Gaussian elimination, two launches for each column: the multipliers of the rows below the pivot,
// by one thread a row with a division each, then the rows less their multiple of the pivot's, by
// blocks of half a warp whose neighbouring threads are in neighbouring rows. The host substitutes
// back.
//   gaussian [size = 128]        (at most 2048)
// It stands for gaussian of Rodinia: no pivoting, all launches of the second kernel as large as the
// first.
#include "../common/workload.cuh"

constexpr int kThreads = 512;  // of the multipliers' blocks
constexpr int kTile = 4;       // side of the rows' blocks

/// A row-major matrix, a right side, and the multiplier of each row in each column.
struct Equations {
  float* matrix;
  float* right;
  float* multipliers;
  int size;
};

__global__ void find_multipliers(Equations equations, int pivot) {
  const int n = equations.size, below = blockIdx.x * blockDim.x + threadIdx.x;
  if (below >= n - 1 - pivot) return;
  const int place = n * (pivot + 1 + below) + pivot;
  equations.multipliers[place] = equations.matrix[place] / equations.matrix[n * pivot + pivot];
}

__global__ void subtract_rows(Equations equations, int pivot) {
  const int n = equations.size;
  const int below = blockIdx.x * blockDim.x + threadIdx.x;
  const int after = blockIdx.y * blockDim.y + threadIdx.y;
  if (below >= n - 1 - pivot || after >= n - pivot) return;
  const int row = pivot + 1 + below, column = pivot + after;
  const float* const multiplier = &equations.multipliers[n * row + pivot];
  equations.matrix[n * row + column] -= *multiplier * equations.matrix[n * pivot + column];
  if (after == 0) equations.right[row] -= *multiplier * equations.right[pivot];
}

/// Each row's diagonal is as large as the sum of the others' sizes plus 1, so that no pivot is
/// small and the solution feels errors little.
std::vector<float> random_matrix(int n) {
  std::vector<float> matrix = workload::random_floats(static_cast<std::size_t>(n) * n, 1);
  for (int row = 0; row < n; ++row) {
    float* const first = &matrix[static_cast<std::size_t>(row) * n];
    float sum = 1;
    for (int column = 0; column < n; ++column) {
      first[column] = (2 * first[column] - 1) / static_cast<float>(n);
      sum += std::fabs(first[column]);
    }
    first[row] = sum;
  }
  return matrix;
}

std::vector<float> right_side(const std::vector<float>& matrix,
                              const std::vector<float>& solution) {
  const std::size_t n = solution.size();
  std::vector<float> right(n);
  for (std::size_t row = 0; row < n; ++row) {
    double sum = 0;
    for (std::size_t column = 0; column < n; ++column) {
      sum += static_cast<double>(matrix[row * n + column]) * solution[column];
    }
    right[row] = static_cast<float>(sum);
  }
  return right;
}

void eliminate(const Equations& equations) {
  const int n = equations.size, tiles = workload::blocks_for(n, kTile);
  for (int pivot = 0; pivot < n - 1; ++pivot) {
    find_multipliers<<<workload::blocks_for(n, kThreads), kThreads>>>(equations, pivot);
    subtract_rows<<<dim3(tiles, tiles), dim3(kTile, kTile)>>>(equations, pivot);
    CHECK(cudaGetLastError());
  }
}

std::vector<double> substitute_back(const std::vector<float>& matrix,
                                    const std::vector<float>& right) {
  const int n = static_cast<int>(right.size());
  std::vector<double> solution(right.begin(), right.end());
  for (int row = n - 1; row >= 0; --row) {
    const float* const first = &matrix[static_cast<std::size_t>(row) * n];
    for (int column = row + 1; column < n; ++column) {
      solution[row] -= first[column] * solution[column];
    }
    solution[row] /= first[row];
  }
  return solution;
}

int main(int argc, char** argv) {
  const int n = workload::size_argument(argc, argv, 1, 128);
  workload::require(n <= 2048, "gaussian", "the size must be at most 2048");
  const std::vector<float> matrix = random_matrix(n), expected = workload::random_floats(n, 2);
  workload::DeviceArray<float> device_matrix(matrix), right(right_side(matrix, expected));
  workload::DeviceArray<float> multipliers(matrix.size());
  multipliers.fill_bytes(0);
  eliminate({device_matrix.data(), right.data(), multipliers.data(), n});

  // The host knows the solution that the right side was made from. Where a diagonal exceeds the
  // rest of its row by 1, an error of the right side reappears at most as large in the solution. A
  // row, the right side included, is below 3 in sum, does not grow, and is corrected n times with
  // two roundings each; the same holds of its multiple with the solution, which is below 1.
  const double tolerance = (4.0 * n + 1) * 3 * 0x1p-24;
  const std::vector<double> solution = substitute_back(device_matrix.to_host(), right.to_host());
  std::size_t wrong = 0;
  for (int i = 0; i < n; ++i) wrong += !(std::fabs(solution[i] - expected[i]) <= tolerance);
  return workload::verdict("gaussian", wrong);
}
