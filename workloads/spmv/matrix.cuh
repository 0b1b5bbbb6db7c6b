// The sparse matrices of the products, and what the products must be.
#pragma once

#include <algorithm>

#include "../common/texture.cuh"
#include "../common/workload.cuh"

/// A square matrix in compressed rows: the entries of row r stand from starts[r] to starts[r + 1].
struct Matrix {
  std::vector<int> starts{0}, columns;
  std::vector<float> values;
  int rows() const { return static_cast<int>(starts.size()) - 1; }
  int length(int row) const { return starts[row + 1] - starts[row]; }
};

/// Entries lie anywhere in a row, about `length` of them; the distances between them are even among
/// 1 and about 2 x rows / length.
inline Matrix scattered_matrix(int rows, int length) {
  workload::Random random(1);
  Matrix matrix;
  const int widest = std::max(1, 2 * rows / length - 1);
  for (int row = 0; row < rows; ++row) {
    for (int column = random.below(widest); column < rows; column += 1 + random.below(widest)) {
      matrix.columns.push_back(column);
      matrix.values.push_back(random.next());
    }
    matrix.starts.push_back(static_cast<int>(matrix.columns.size()));
  }
  return matrix;
}

/// Entries lie at most `band` columns from the diagonal, as where elements of a mesh meet; their
/// number in a row is even between 1 and 2 x length - 1.
inline Matrix banded_matrix(int rows, int length, int band) {
  workload::Random random(1);
  Matrix matrix;
  for (int row = 0; row < rows; ++row) {
    const int first = std::max(0, row - band), last = std::min(rows - 1, row + band);
    std::vector<int> columns(1 + random.below(2 * length - 1));
    for (int& column : columns) column = first + random.below(last - first + 1);
    std::sort(columns.begin(), columns.end());
    for (const int column : columns) {
      matrix.columns.push_back(column);
      matrix.values.push_back(random.next());
    }
    matrix.starts.push_back(static_cast<int>(matrix.columns.size()));
  }
  return matrix;
}

/// A matrix as it stands on the device.
struct DeviceMatrix {
  explicit DeviceMatrix(const Matrix& matrix)
      : starts(matrix.starts), columns(matrix.columns), values(matrix.values) {}
  workload::DeviceArray<int> starts, columns;
  workload::DeviceArray<float> values;
};

/// How many elements of a product are wrong. No value is negative, so that a sum of n products in
/// any order is within n + 1 roundings of 2^-24.
inline std::size_t count_wrong(const Matrix& matrix, const std::vector<float>& vector,
                               const std::vector<float>& product) {
  std::vector<double> expected(matrix.rows(), 0);
  int longest = 0;
  for (int row = 0; row < matrix.rows(); ++row) {
    for (int i = matrix.starts[row]; i < matrix.starts[row + 1]; ++i) {
      expected[row] += static_cast<double>(matrix.values[i]) * vector[matrix.columns[i]];
    }
    longest = std::max(longest, matrix.length(row));
  }
  return workload::count_far(product, expected, (longest + 1) * 0x1.01p-24);
}

/// What the first two arguments of the programs in compressed rows say.
inline Matrix matrix_argument(int argc, char** argv) {
  const int rows = workload::size_argument(argc, argv, 1, 4096);
  const int length = workload::size_argument(argc, argv, 2, 82);
  workload::require(length <= rows, argv[0], "a row has at most as many entries as columns");
  workload::require(rows <= 1 << 22 && static_cast<long>(rows) * length <= 1l << 26, argv[0],
                    "there must be at most 2^22 rows and 2^26 entries");
  return scattered_matrix(rows, length);
}
