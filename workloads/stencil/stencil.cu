// Seven-point stencil in three dimensions, a thread for each column of points along z: the points
// below, here and above are kept in registers as it climbs, the four beside it are loaded. Threads
// outside of the grid, or on its surface, end at once.
//   stencil [x = 128] [y = 128] [z = 32] [steps = 10] [block x = 32] [block y = 4]
//           (points in each direction, at most 2^27 in all; at most 1024 threads a block)
// It stands for stencil of Parboil. A block of 512 x 2 on 128 columns leaves 24 of its 32 warps
// without work, as the version for Fermi did in WarpMan's study.
#include <utility>

#include "../common/workload.cuh"

constexpr float kHere = 1.0f / 6.0f, kBeside = 1.0f / 6.0f / 6.0f;

struct Grid {
  int x, y, z;
  __host__ __device__ int index(int i, int j, int k) const { return i + x * (j + y * k); }
};

__global__ void stencil(Grid grid, const float* before, float* after) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i > 0 && j > 0 && i < grid.x - 1 && j < grid.y - 1) {
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

std::vector<float> step_on_device(const Grid& grid, const std::vector<float>& start, int steps,
                                  dim3 block) {
  // The surface is the same before and after each step.
  workload::DeviceArray<float> even(start), odd(start);
  float *before = even.data(), *after = odd.data();
  const dim3 blocks(workload::blocks_for(grid.x, block.x), workload::blocks_for(grid.y, block.y));
  for (int step = 0; step < steps; ++step) {
    stencil<<<blocks, block>>>(grid, before, after);
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
  const double points = static_cast<double>(grid.x) * grid.y * grid.z;
  workload::require(points <= 1 << 27, "stencil", "more than 2^27 points");
  workload::require(grid.y / block.y < 65535, "stencil", "more than 65535 blocks along y");
  workload::require(static_cast<double>(block.x) * block.y <= 1024, "stencil",
                    "a block has at most 1024 threads");

  const std::vector<float> start = workload::random_floats(static_cast<std::size_t>(points), 1);
  const std::vector<double> expected = step_on_host(grid, start, steps);
  // A step rounds 9 times, and the factors are rounded: values of at most a third of what was the
  // greatest before, 1, so that the errors of all steps together stay below 1.5 times a step's.
  const double tolerance = 1.5 * 10 * 0x1p-24;
  return workload::verdict("stencil", workload::count_far(step_on_device(grid, start, steps, block),
                                                          expected, 0, tolerance));
}
