// Transposition of a matrix, twice: `transpose_directly` stores a row of threads down a column, a
// line of memory each; `transpose_tiles` goes through a tile in shared memory, whose rows are a
// word apart from each other's banks, so that loads and stores both are along rows. Stands for
// transpose of the CUDA SDK: full warps all the time, whose accesses share lines only as far as
// warps are wide.
//   transpose [rows = 1024] [columns = 1024]
#include "../common/workload.cuh"

constexpr int kTile = 32;
constexpr int kBlockRows = 8;

__global__ void transpose_directly(const float* matrix, float* result, int rows, int columns) {
  const int column = blockIdx.x * kTile + threadIdx.x;
  const int first_row = blockIdx.y * kTile + threadIdx.y;
  for (int i = 0; i < kTile; i += kBlockRows) {
    const int row = first_row + i;
    if (row < rows && column < columns)
      result[column * rows + row] = matrix[row * columns + column];
  }
}

__global__ void transpose_tiles(const float* matrix, float* result, int rows, int columns) {
  __shared__ float tile[kTile][kTile + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  const int first_row = blockIdx.y * kTile, first_column = blockIdx.x * kTile;
  for (int i = y; i < kTile; i += kBlockRows) {
    const int row = first_row + i, column = first_column + x;
    if (row < rows && column < columns) tile[i][x] = matrix[row * columns + column];
  }
  __syncthreads();
  for (int i = y; i < kTile; i += kBlockRows) {
    const int row = first_row + x, column = first_column + i;
    if (row < rows && column < columns) result[column * rows + row] = tile[x][i];
  }
}

int main(int argc, char** argv) {
  const int rows = workload::size_argument(argc, argv, 1, 1024);
  const int columns = workload::size_argument(argc, argv, 2, 1024);
  workload::require(static_cast<long>(rows) * columns <= 1l << 28, "transpose",
                    "the matrix may have at most 2^28 elements");
  const dim3 grid(workload::blocks_for(columns, kTile), workload::blocks_for(rows, kTile));
  workload::require(grid.y <= 65535, "transpose", "there may be at most 65535 x 32 rows");
  const std::size_t count = static_cast<std::size_t>(rows) * columns;
  const std::vector<float> matrix = workload::random_floats(count, 1);
  const workload::DeviceArray<float> device_matrix(matrix);
  workload::DeviceArray<float> direct(count), tiled(count);
  const dim3 block(kTile, kBlockRows);
  transpose_directly<<<grid, block>>>(device_matrix.data(), direct.data(), rows, columns);
  CHECK(cudaGetLastError());
  transpose_tiles<<<grid, block>>>(device_matrix.data(), tiled.data(), rows, columns);
  CHECK(cudaGetLastError());
  std::vector<float> expected;
  expected.reserve(count);
  for (int column = 0; column < columns; ++column) {
    for (std::size_t i = column; i < count; i += columns) expected.push_back(matrix[i]);
  }
  return workload::verdict("transpose", workload::count_different(direct.to_host(), expected) +
                                            workload::count_different(tiled.to_host(), expected));
}
