// LU decomposition in place, without pivoting, by tiles of 16 x 16 in shared memory. For each tile
// of the diagonal three launches: its own decomposition by half a warp, the tiles right of it and
// below it by one warp each, whose halves go different ways, and all others as a product of two
// tiles.
//   lud [size = 256]        (a multiple of 16, at most 4096)
// It stands for lud of Rodinia.
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kTile = 16;

using Tile = float[kTile][kTile];

/// A row-major matrix, of which the rows and columns before `first` are done.
struct Matrix {
  float* values;
  int size;
  int first;
  __device__ float& at(int row, int column) const {
    return values[(first + row) * size + first + column];
  }
};

/// For each pivot, the threads after it make its column of L, an element each, then the next row of
/// U.
__global__ void decompose_diagonal(Matrix matrix) {
  __shared__ Tile tile;
  const int x = threadIdx.x;
  for (int row = 0; row < kTile; ++row) tile[row][x] = matrix.at(row, x);
  __syncthreads();
  for (int pivot = 0; pivot < kTile - 1; ++pivot) {
    if (x > pivot) {
      for (int k = 0; k < pivot; ++k) tile[x][pivot] -= tile[x][k] * tile[k][pivot];
      tile[x][pivot] /= tile[pivot][pivot];
    }
    __syncthreads();
    if (x > pivot) {
      for (int k = 0; k < pivot + 1; ++k) tile[pivot + 1][x] -= tile[pivot + 1][k] * tile[k][x];
    }
    __syncthreads();
  }
  for (int row = 1; row < kTile; ++row) matrix.at(row, x) = tile[row][x];
}

/// Loads the diagonal's tile and those at `other` right of it and below it: the first half warp the
/// upper half of the first and the second tile, the other half warp the rest.
__device__ void load_perimeter(const Matrix& matrix, int other, Tile& diagonal, Tile& right,
                               Tile& below) {
  const int x = threadIdx.x % kTile;
  if (threadIdx.x < kTile) {
    for (int row = 0; row < kTile / 2; ++row) diagonal[row][x] = matrix.at(row, x);
    for (int row = 0; row < kTile; ++row) right[row][x] = matrix.at(row, other + x);
  } else {
    for (int row = kTile / 2; row < kTile; ++row) diagonal[row][x] = matrix.at(row, x);
    for (int row = 0; row < kTile; ++row) below[row][x] = matrix.at(other + row, x);
  }
  __syncthreads();
}

/// A half warp makes the tile of U, a column a thread, the other that of L, a row a thread.
__global__ void update_perimeter(Matrix matrix) {
  __shared__ Tile diagonal, right, below;
  const int other = (blockIdx.x + 1) * kTile, x = threadIdx.x % kTile;
  load_perimeter(matrix, other, diagonal, right, below);
  if (threadIdx.x < kTile) {
    for (int row = 1; row < kTile; ++row) {
      for (int k = 0; k < row; ++k) right[row][x] -= diagonal[row][k] * right[k][x];
    }
  } else {
    for (int column = 0; column < kTile; ++column) {
      for (int k = 0; k < column; ++k) below[x][column] -= below[x][k] * diagonal[k][column];
      below[x][column] /= diagonal[column][column];
    }
  }
  __syncthreads();
  if (threadIdx.x < kTile) {
    for (int row = 1; row < kTile; ++row) matrix.at(row, other + x) = right[row][x];
  } else {
    for (int row = 0; row < kTile; ++row) matrix.at(other + row, x) = below[row][x];
  }
}

/// The tiles right of the diagonal and below it are done: takes their product off all others.
__global__ void update_internal(Matrix matrix) {
  __shared__ Tile upper, lower;
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = (blockIdx.y + 1) * kTile + y, column = (blockIdx.x + 1) * kTile + x;
  upper[y][x] = matrix.at(y, column);
  lower[y][x] = matrix.at(row, x);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < kTile; ++k) sum += lower[y][k] * upper[k][x];
  matrix.at(row, column) -= sum;
}

void decompose(float* values, int size) {
  for (int first = 0; first < size; first += kTile) {
    const Matrix matrix{values, size, first};
    const int others = (size - first) / kTile - 1;
    decompose_diagonal<<<1, kTile>>>(matrix);
    if (others > 0) {
      update_perimeter<<<others, 2 * kTile>>>(matrix);
      update_internal<<<dim3(others, others), dim3(kTile, kTile)>>>(matrix);
    }
    CHECK(cudaGetLastError());
  }
}

/// Values in [-1, 1), and on the diagonal the size of the matrix more, so that no pivot is small.
std::vector<float> random_matrix(int n) {
  std::vector<float> matrix = workload::random_floats(static_cast<std::size_t>(n) * n, 1);
  for (float& value : matrix) value = 2 * value - 1;
  for (int i = 0; i < n; ++i) matrix[static_cast<std::size_t>(i) * n + i] += static_cast<float>(n);
  return matrix;
}

/// How many values of the matrix are not those of L x U, computed row by row: L below the diagonal
/// of `factors`, where it is 1, U above and on it.
std::size_t count_wrong(const std::vector<float>& factors, const std::vector<float>& matrix,
                        int n) {
  std::size_t wrong = 0;
  std::vector<double> sums(n), sizes(n);
  for (int row = 0; row < n; ++row) {
    std::fill(sums.begin(), sums.end(), 0);
    std::fill(sizes.begin(), sizes.end(), 0);
    for (int k = 0; k <= row; ++k) {
      const float* const upper = &factors[static_cast<std::size_t>(k) * n];
      const double lower = k == row ? 1 : factors[static_cast<std::size_t>(row) * n + k];
      for (int column = k; column < n; ++column) {
        sums[column] += lower * upper[column];
        sizes[column] += std::fabs(lower * upper[column]);
      }
    }
    // An element is a sum of at most n products: to within n + 1 roundings of all their sizes.
    for (int column = 0; column < n; ++column) {
      const double error = sums[column] - matrix[static_cast<std::size_t>(row) * n + column];
      wrong += !(std::fabs(error) <= (n + 1) * 0x1p-24 * sizes[column]);
    }
  }
  return wrong;
}

int main(int argc, char** argv) {
  const int size = workload::size_argument(argc, argv, 1, 256);
  workload::require(size % kTile == 0, "lud", "the size must be a multiple of 16");
  workload::require(size <= 4096, "lud", "the size must be at most 4096");
  const std::vector<float> matrix = random_matrix(size);
  workload::DeviceArray<float> values(matrix);
  decompose(values.data(), size);
  return workload::verdict("lud", count_wrong(values.to_host(), matrix, size));
}
