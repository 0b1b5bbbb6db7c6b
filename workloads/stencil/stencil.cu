// Seven-point stencil in three dimensions, a thread for one or two columns of points along z: the
// points below, here and above are kept in registers as it climbs. With one column a thread, the
// four points beside it are loaded, and threads outside of the grid, or on its surface, end at
// once. With two, one width of the block apart, a plane of the block's points is in shared memory,
// with two barriers a plane; only what is beside the block is loaded.
//   stencil [x = 128] [y = 128] [z = 32] [steps = 10] [block x = 32] [block y = 4] [columns = 1]
//           (points in each direction, at most 2^27 in all; at most 1024 threads a block, or 256
//           with two columns a thread)
// It stands for stencil of Parboil. A block of 512 x 2 on 128 columns leaves 24 of its 32 warps
// without work, as the version for Fermi did in WarpMan's study.
#include <utility>

#include "../common/workload.cuh"

constexpr float kHere = 1.0f / 6.0f, kBeside = 1.0f / 6.0f / 6.0f;

struct Grid {
  int x, y, z;
  __host__ __device__ int index(int i, int j, int k) const { return i + x * (j + y * k); }
  __device__ bool has(int i, int j) const { return i < x && j < y; }
  __device__ bool inside(int i, int j) const { return i > 0 && j > 0 && i < x - 1 && j < y - 1; }
};

__global__ void stencil(Grid grid, const float* before, float* after) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (grid.inside(i, j)) {
    float below = before[grid.index(i, j, 0)], here = before[grid.index(i, j, 1)];
    for (int k = 1; k < grid.z - 1; ++k) {
      const float above = before[grid.index(i, j, k + 1)];
      after[grid.index(i, j, k)] =
          kBeside *
              (above + below + before[grid.index(i, j + 1, k)] + before[grid.index(i, j - 1, k)] +
               before[grid.index(i + 1, j, k)] + before[grid.index(i - 1, j, k)]) -
          kHere * here;
      below = here;
      here = above;
    }
  }
}

/// A column of points that a thread climbs, and where its point of the present plane is shared.
struct Column {
  int i, j;
  float* shared;
  bool exists, inside;
  float below = 0, here = 0, above = 0;

  __device__ Column(const Grid& grid, int i, int j, float* shared)
      : i(i), j(j), shared(shared), exists(grid.has(i, j)), inside(grid.inside(i, j)) {}
  __device__ void start(const Grid& grid, const float* before) {
    if (!exists) return;
    below = before[grid.index(i, j, 0)];
    here = before[grid.index(i, j, 1)];
    *shared = here;
  }
  /// (x, y) is this column's place in the block of `width` x `height` columns.
  __device__ void compute(const Grid& grid, const float* before, float* after, int k, int x, int y,
                          int width, int height) {
    if (!exists) return;
    const int point = grid.index(i, j, k);
    above = before[grid.index(i, j, k + 1)];
    if (!inside) return;
    const float west = x > 0 ? shared[-1] : before[point - 1];
    const float east = x < width - 1 ? shared[1] : before[point + 1];
    const float north = y > 0 ? shared[-width] : before[point - grid.x];
    const float south = y < height - 1 ? shared[width] : before[point + grid.x];
    after[point] = kBeside * (above + below + south + north + east + west) - kHere * here;
  }
  __device__ void climb() {
    below = here;
    here = above;
    if (exists) *shared = here;
  }
};

__global__ void stencil_of_pairs(Grid grid, const float* before, float* after) {
  extern __shared__ float plane[];
  const int x = threadIdx.x, y = threadIdx.y, next = x + blockDim.x;
  const int width = 2 * blockDim.x, height = blockDim.y;
  const int i = blockIdx.x * width + x, j = blockIdx.y * height + y;
  Column first(grid, i, j, &plane[y * width + x]);
  Column second(grid, i + blockDim.x, j, &plane[y * width + next]);
  if (grid.z > 1) {
    first.start(grid, before);
    second.start(grid, before);
  }
  for (int k = 1; k < grid.z - 1; ++k) {
    __syncthreads();
    first.compute(grid, before, after, k, x, y, width, height);
    second.compute(grid, before, after, k, next, y, width, height);
    __syncthreads();
    first.climb();
    second.climb();
  }
}

std::vector<float> step_on_device(const Grid& grid, const std::vector<float>& start, int steps,
                                  dim3 block, int columns) {
  // The surface is the same before and after each step.
  workload::DeviceArray<float> even(start), odd(start);
  float *before = even.data(), *after = odd.data();
  const dim3 blocks(workload::blocks_for(grid.x, block.x * columns),
                    workload::blocks_for(grid.y, block.y));
  const std::size_t shared = columns == 1 ? 0 : 2 * block.x * block.y * sizeof(float);
  for (int step = 0; step < steps; ++step) {
    (columns == 1 ? stencil : stencil_of_pairs)<<<blocks, block, shared>>>(grid, before, after);
    CHECK(cudaGetLastError());
    std::swap(before, after);
  }
  return steps % 2 == 0 ? even.to_host() : odd.to_host();
}

/// The same in double precision, a plane at a time.
std::vector<double> step_on_host(const Grid& grid, const std::vector<float>& start, int steps) {
  std::vector<double> before(start.begin(), start.end()), after(before);
  const int row = grid.x, plane = grid.x * grid.y;
  for (int step = 0; step < steps; ++step) {
    for (int k = 1; k < grid.z - 1; ++k) {
      for (int j = 1; j < grid.y - 1; ++j) {
        for (int point = grid.index(1, j, k); point < grid.index(grid.x - 1, j, k); ++point) {
          double sum = -6 * before[point];
          for (const int distance : {1, row, plane}) {
            sum += before[point - distance] + before[point + distance];
          }
          after[point] = sum / 36;
        }
      }
    }
    std::swap(before, after);
  }
  return before;
}

int main(int argc, char** argv) {
  const auto argument = [&](int index, int otherwise) {
    return workload::size_argument(argc, argv, index, otherwise);
  };
  const Grid grid{argument(1, 128), argument(2, 128), argument(3, 32)};
  const int steps = argument(4, 10);
  const dim3 block(argument(5, 32), argument(6, 4));
  const int columns = argument(7, 1);
  const double points = static_cast<double>(grid.x) * grid.y * grid.z;
  workload::require(points <= 1 << 27, "stencil", "more than 2^27 points");
  workload::require(grid.y / block.y < 65535, "stencil", "more than 65535 blocks along y");
  workload::require(static_cast<double>(block.x) * block.y <= 1024, "stencil",
                    "a block has at most 1024 threads");
  workload::require(columns <= 2, "stencil", "a thread has 1 or 2 columns");
  workload::require(columns == 1 || block.x * block.y <= 256, "stencil",
                    "with 2 columns a thread, a block has at most 256 threads");

  const std::vector<float> start = workload::random_floats(static_cast<std::size_t>(points), 1);
  const std::vector<double> expected = step_on_host(grid, start, steps);
  // A step rounds 9 times, and the factors are rounded: values of at most a third of what was the
  // greatest before, 1, so that the errors of all steps together stay below 1.5 times a step's.
  const double tolerance = 1.5 * 10 * 0x1p-24;
  return workload::verdict(
      "stencil", workload::count_far(step_on_device(grid, start, steps, block, columns), expected,
                                     0, tolerance));
}
