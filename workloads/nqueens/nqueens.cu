// Counts the ways to place queens on a board so that none attacks another. A thread begins with
// queens in the first rows and searches the rest by backtracking, with bit masks on a stack in
// shared memory; how long that takes differs from thread to thread.
//   nqueens [board = 11] [rows placed in advance = 5]
// Stands for NQU of GPGPU-Sim's suite, with its 96 threads a block.
#include "../common/workload.cuh"

constexpr int kThreads = 96;
constexpr int kMaxDepth = 10;  ///< rows of a thread

/// What the queens so far attack in the next row: a bit per column.
struct Attacked {
  unsigned columns = 0, falling = 0, rising = 0;
  __host__ __device__ Attacked with(unsigned queen) const {
    return {columns | queen, (falling | queen) << 1, (rising | queen) >> 1};
  }
  __host__ __device__ unsigned free(unsigned board) const {
    return board & ~(columns | falling | rising);
  }
};

__global__ void search(const Attacked* starts, int count, unsigned board, int depth,
                       unsigned* solutions) {
  __shared__ unsigned columns[kMaxDepth][kThreads], falling[kMaxDepth][kThreads];
  __shared__ unsigned rising[kMaxDepth][kThreads], free[kMaxDepth][kThreads];
  const int thread = threadIdx.x, index = blockIdx.x * kThreads + thread;
  if (index >= count) return;
  const auto push = [&](int row, const Attacked& attacked) {
    columns[row][thread] = attacked.columns;
    falling[row][thread] = attacked.falling;
    rising[row][thread] = attacked.rising;
    free[row][thread] = attacked.free(board);
  };
  push(0, starts[index]);
  unsigned found = 0;
  for (int row = 0; row >= 0;) {
    const unsigned open = free[row][thread];
    if (open == 0) {
      --row;
      continue;
    }
    const unsigned queen = open & (0 - open);
    free[row][thread] = open ^ queen;
    if (row == depth - 1) {
      ++found;
      continue;
    }
    const Attacked here{columns[row][thread], falling[row][thread], rising[row][thread]};
    push(++row, here.with(queen));
  }
  solutions[index] = found;
}

/// All ways to begin, row by row.
std::vector<Attacked> starts_of(int board, int rows) {
  std::vector<Attacked> starts(1);
  for (int row = 0; row < rows; ++row) {
    std::vector<Attacked> longer;
    for (const Attacked& start : starts) {
      for (int column = 0; column < board; ++column) {
        if (start.free(1u << column)) longer.push_back(start.with(1u << column));
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
  const int board = workload::size_argument(argc, argv, 1, 11);
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
        device_starts.data(), static_cast<int>(starts.size()), (1u << board) - 1, board - placed,
        solutions.data());
    CHECK(cudaGetLastError());
    for (const unsigned count : solutions.to_host()) found += count;
  }
  std::vector<int> queens;
  const std::size_t expected = count_solutions(board, queens);
  std::printf("%zu solutions\n", found);
  return workload::verdict("nqueens", found > expected ? found - expected : expected - found);
}
