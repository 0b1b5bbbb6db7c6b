// The cheapest way down a wall, from row to row by at most one column to the side. A block computes
// `height` rows in shared memory, with two barriers a row: what is reached replaces the costs when
// all threads have read their neighbours'. The columns at the edges of a block are computed by its
// neighbours too.
//   pathfinder [columns = 20000] [rows = 40] [height = 20]        (height at most 127)
// It stands for pathfinder of Rodinia.
#include <algorithm>
#include <utility>

#include "../common/workload.cuh"

constexpr int kThreads = 256;

/// Costs of reaching the columns of row `first_row + rows - 1`, from those of the row before
/// `first_row`.
__global__ void walk(const int* wall, const int* before, int* after, int columns, int first_row,
                     int rows) {
  __shared__ int cost[kThreads], reached[kThreads];
  const int x = threadIdx.x;
  const int column = blockIdx.x * (kThreads - 2 * rows) - rows + x;
  const bool in_wall = column >= 0 && column < columns;
  if (in_wall) cost[x] = before[column];
  __syncthreads();

  const int left = column > 0 ? x - 1 : x, right = column < columns - 1 ? x + 1 : x;
  bool valid = in_wall;
  for (int row = 0; row < rows; ++row) {
    valid = in_wall && x > row && x < kThreads - 1 - row;
    if (valid) {
      const int least = min(cost[x], min(cost[left], cost[right]));
      reached[x] = least + wall[(first_row + row) * columns + column];
    }
    __syncthreads();
    if (row == rows - 1) break;
    if (valid) cost[x] = reached[x];
    __syncthreads();
  }
  if (valid) after[column] = reached[x];
}

std::vector<int> walk_on_device(const std::vector<int>& wall, int columns, int rows, int height) {
  const std::vector<int> top(wall.begin(), wall.begin() + columns);
  workload::DeviceArray<int> device_wall(wall), even(top), odd(columns);
  int *before = even.data(), *after = odd.data();
  bool in_odd = false;
  for (int row = 1; row < rows; row += height) {
    const int now = std::min(height, rows - row), inner = kThreads - 2 * now;
    walk<<<(columns + inner - 1) / inner, kThreads>>>(device_wall.data(), before, after, columns,
                                                      row, now);
    CHECK(cudaGetLastError());
    std::swap(before, after);
    in_odd = !in_odd;
  }
  return in_odd ? odd.to_host() : even.to_host();
}

/// The same, row after row.
std::vector<int> walk_on_host(const std::vector<int>& wall, int columns, int rows) {
  std::vector<int> cost(wall.begin(), wall.begin() + columns), next(columns);
  for (int row = 1; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const auto from = cost.begin() + std::max(column - 1, 0);
      const auto to = cost.begin() + std::min(column + 2, columns);
      next[column] = *std::min_element(from, to) + wall[row * columns + column];
    }
    std::swap(cost, next);
  }
  return cost;
}

int main(int argc, char** argv) {
  const int columns = workload::size_argument(argc, argv, 1, 20000);
  const int rows = workload::size_argument(argc, argv, 2, 40);
  const int height = workload::size_argument(argc, argv, 3, 20);
  if (static_cast<long>(columns) * rows > (1l << 28)) {
    std::fprintf(stderr, "pathfinder: %d x %d is more than 2^28 places\n", columns, rows);
    return 2;
  }
  if (2 * height >= kThreads) {
    std::fprintf(stderr, "pathfinder: the height must be at most %d\n", kThreads / 2 - 1);
    return 2;
  }
  workload::Random random(1);
  std::vector<int> wall(static_cast<std::size_t>(columns) * rows);
  for (int& place : wall) place = static_cast<int>(random.next() * 10);
  const std::vector<int> cost = walk_on_device(wall, columns, rows, height);
  const std::vector<int> expected = walk_on_host(wall, columns, rows);
  std::size_t wrong = 0;
  for (int column = 0; column < columns; ++column) wrong += cost[column] != expected[column];
  return workload::verdict("pathfinder", wrong);
}
