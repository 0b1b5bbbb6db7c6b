// Counts the ways to place queens on a board so that none attacks another. A thread begins with
// queens in the first rows and searches the rest by backtracking, with bit masks on a stack in
// shared memory; how long that takes differs from thread to thread.
//   nqueens [board = 12] [rows placed in advance = 5]
// Stands for NQU of GPGPU-Sim's suite, with its 96 threads a block.
#include "../common/workload.cuh"

constexpr int kThreads = 96;
constexpr int kMaxDepth = 10;  ///< rows of a thread

using Mask = unsigned short;  ///< a bit per column

/// What the queens so far attack in the next row.
struct Attacked {
  Mask columns, falling, rising;
  __host__ __device__ Attacked with(Mask queen) const {
    return {static_cast<Mask>(columns | queen), static_cast<Mask>((falling | queen) << 1),
            static_cast<Mask>((rising | queen) >> 1)};
  }
  __host__ __device__ Mask free(Mask board) const { return board & ~(columns | falling | rising); }
};

/// A row on the stack: the columns that are still to be tried, and what is attacked there.
struct alignas(8) Row {
  Attacked attacked;
  Mask open;
};

__global__ void search(const Attacked* starts, int count, Mask board, int depth,
                       unsigned* solutions) {
  __shared__ Row stack[kMaxDepth][kThreads];
  const int thread = threadIdx.x, index = blockIdx.x * kThreads + thread;
  if (index >= count) return;
  int level = 0;
  unsigned found = 0;
  Row row{starts[index], starts[index].free(board)};
  while (true) {
    if (row.open == 0) {
      if (level == 0) break;
      row = stack[--level][thread];
      continue;
    }
    const Mask queen = row.open & (0 - row.open);
    row.open ^= queen;
    if (level == depth - 1) {
      ++found;
      continue;
    }
    stack[level++][thread] = row;
    row.attacked = row.attacked.with(queen);
    row.open = row.attacked.free(board);
  }
  solutions[index] = found;
}

/// All ways to begin, row by row.
std::vector<Attacked> starts_of(int board, int rows) {
  std::vector<Attacked> starts(1, {0, 0, 0});
  for (int row = 0; row < rows; ++row) {
    std::vector<Attacked> longer;
    for (const Attacked& start : starts) {
      for (int column = 0; column < board; ++column) {
        const auto queen = static_cast<Mask>(1u << column);
        if (start.free(queen)) longer.push_back(start.with(queen));
      }
    }
    starts = longer;
  }
  return starts;
}

/// The ways to go on after `queens`, the columns of the first rows.
unsigned count_solutions(int board, std::vector<int>& queens) {
  const int row = static_cast<int>(queens.size());
  if (row == board) return 1;
  unsigned found = 0;
  for (int column = 0; column < board; ++column) {
    bool attacked = false;
    for (int other = 0; other < row; ++other) {
      const int distance = std::abs(queens[other] - column);
      attacked |= distance == 0 || distance == row - other;
    }
    if (attacked) continue;
    queens.push_back(column);
    found += count_solutions(board, queens);
    queens.pop_back();
  }
  return found;
}

int main(int argc, char** argv) {
  const int board = workload::size_argument(argc, argv, 1, 12);
  const int placed = workload::size_argument(argc, argv, 2, 5);
  workload::require(board <= 14, "nqueens", "the board must be at most 14 wide");
  workload::require(placed < board && board - placed <= kMaxDepth && placed <= 5, "nqueens",
                    "1 to 5 rows must be placed in advance, and 1 to 10 left");
  const std::vector<Attacked> starts = starts_of(board, placed);
  std::size_t found = 0;
  if (!starts.empty()) {
    workload::DeviceArray<Attacked> device_starts(starts);
    workload::DeviceArray<unsigned> solutions(starts.size());
    search<<<workload::blocks_for(starts.size(), kThreads), kThreads>>>(
        device_starts.data(), static_cast<int>(starts.size()), static_cast<Mask>((1u << board) - 1),
        board - placed, solutions.data());
    CHECK(cudaGetLastError());
    for (const unsigned count : solutions.to_host()) found += count;
  }
  std::vector<int> queens;
  const std::size_t expected = count_solutions(board, queens);
  std::printf("%zu solutions\n", found);
  return workload::verdict("nqueens", found > expected ? found - expected : expected - found);
}
