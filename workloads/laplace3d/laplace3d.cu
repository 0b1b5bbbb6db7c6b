// Jacobi iterations of Laplace's equation in a cube whose surface is held: each point becomes the
// mean of its six neighbours. A block of 32 x 4 threads goes through the cube plane by plane, with
// three planes of its tile in shared memory and two barriers a plane; some of its threads also load
// the tile's rim.
//   laplace3d [size = 100] [iterations = 1]        (points along an edge, at most 512)
// It stands for LPS of GPGPU-Sim's suite. A row of points is padded to 128 bytes.
#include <utility>

#include "../common/workload.cuh"

constexpr int kWidth = 32, kHeight = 4;           // of a tile without its rim
constexpr int kRim = 2 * (kWidth + kHeight + 2);  // points around it, corners included
constexpr float kSixth = 1.0f / 6.0f;

/// The points of a cube; a row takes `pitch` places.
struct Cube {
  int size, pitch;
  __host__ __device__ int index(int x, int y, int z) const { return (z * size + y) * pitch + x; }
  __host__ __device__ bool has(int x, int y) const {
    return x >= 0 && x < size && y >= 0 && y < size;
  }
  __host__ __device__ bool on_surface(int x, int y, int z) const {
    return x == 0 || x == size - 1 || y == 0 || y == size - 1 || z == 0 || z == size - 1;
  }
};

/// Three planes of a tile with its rim: the one below, this one, the one above.
using Planes = float[3][kHeight + 2][kWidth + 2];

/// A column of points through the cube, at (x, y) in the tile, of which a thread loads each.
struct Column {
  int x, y;
  int point;  ///< of the plane above, in the cube
  bool loads;

  __device__ Column(const Cube& cube, int x, int y, bool wanted) : x(x), y(y) {
    const int cube_x = blockIdx.x * kWidth + x - 1, cube_y = blockIdx.y * kHeight + y - 1;
    point = cube.index(cube_x, cube_y, 0);
    loads = wanted && cube.has(cube_x, cube_y);
  }
  /// Moves the column's planes down by one and loads the next, if there is one.
  __device__ void advance(Planes& planes, const float* cube, int plane_size, bool more) {
    if (!loads) return;
    planes[0][y][x] = planes[1][y][x];
    planes[1][y][x] = planes[2][y][x];
    point += plane_size;
    if (more) planes[2][y][x] = cube[point];
  }
};

/// Where on the rim thread `i` loads: the first threads in the rows above and below the tile, the
/// others left and right of it.
__device__ inline Column rim_column(const Cube& cube, int i) {
  if (threadIdx.y < 2) {
    return Column(cube, threadIdx.x + 1, threadIdx.y * (kHeight + 1), true);
  }
  return Column(cube, i % 2 * (kWidth + 1), i / 2 - kWidth, i < kRim);
}

__global__ void laplace3d(Cube cube, const float* before, float* after) {
  __shared__ Planes planes;
  const int x = threadIdx.x + 1, y = threadIdx.y + 1;
  const int cube_x = blockIdx.x * kWidth + threadIdx.x;
  const int cube_y = blockIdx.y * kHeight + threadIdx.y;
  Column own(cube, x, y, true);
  Column rim = rim_column(cube, threadIdx.y * kWidth + threadIdx.x);
  if (own.loads) planes[2][y][x] = before[own.point];
  if (rim.loads) planes[2][rim.y][rim.x] = before[rim.point];

  const int plane_size = cube.size * cube.pitch;
  for (int z = 0; z < cube.size; ++z) {
    const int point = own.point;
    own.advance(planes, before, plane_size, z < cube.size - 1);
    rim.advance(planes, before, plane_size, z < cube.size - 1);
    __syncthreads();
    if (own.loads) {
      after[point] = cube.on_surface(cube_x, cube_y, z)
                         ? planes[1][y][x]
                         : (planes[1][y][x - 1] + planes[1][y][x + 1] + planes[1][y - 1][x] +
                            planes[1][y + 1][x] + planes[0][y][x] + planes[2][y][x]) *
                               kSixth;
    }
    __syncthreads();
  }
}

std::vector<float> iterate_on_device(const Cube& cube, const std::vector<float>& start,
                                     int iterations) {
  workload::DeviceArray<float> even(start), odd(start.size());
  odd.fill_bytes(0);
  float *before = even.data(), *after = odd.data();
  const dim3 grid(workload::blocks_for(cube.size, kWidth),
                  workload::blocks_for(cube.size, kHeight));
  for (int i = 0; i < iterations; ++i) {
    laplace3d<<<grid, dim3(kWidth, kHeight)>>>(cube, before, after);
    CHECK(cudaGetLastError());
    std::swap(before, after);
  }
  return iterations % 2 == 0 ? even.to_host() : odd.to_host();
}

/// The same in double precision, each point's share given to its neighbours.
std::vector<double> iterate_on_host(const Cube& cube, const std::vector<float>& start,
                                    int iterations) {
  std::vector<double> before(start.begin(), start.end()), after(start.size());
  const int n = cube.size, neighbours[] = {1, cube.pitch, n * cube.pitch};
  for (int iteration = 0; iteration < iterations; ++iteration) {
    after.assign(after.size(), 0);
    for (int z = 0; z < n; ++z) {
      for (int y = 0; y < n; ++y) {
        for (int x = 0; x < n; ++x) {
          const int point = cube.index(x, y, z), coordinates[] = {x, y, z};
          for (int axis = 0; axis < 3; ++axis) {
            const double share = before[point] / 6;
            if (coordinates[axis] > 0) after[point - neighbours[axis]] += share;
            if (coordinates[axis] < n - 1) after[point + neighbours[axis]] += share;
          }
        }
      }
    }
    for (int z = 0; z < n; ++z) {
      for (int y = 0; y < n; ++y) {
        for (int x = 0; x < n; ++x) {
          const int point = cube.index(x, y, z);
          if (cube.on_surface(x, y, z)) after[point] = before[point];
        }
      }
    }
    std::swap(before, after);
  }
  return before;
}

int main(int argc, char** argv) {
  const int size = workload::size_argument(argc, argv, 1, 100);
  const int iterations = workload::size_argument(argc, argv, 2, 1);
  workload::require(size <= 512, "laplace3d", "the size must be at most 512");
  const Cube cube{size, (size + 31) / 32 * 32};
  std::vector<float> start(static_cast<std::size_t>(cube.pitch) * size * size, 0);
  workload::Random random(1);
  for (std::size_t i = 0; i < start.size(); ++i) {
    if (static_cast<int>(i % cube.pitch) < size) start[i] = random.next();
  }
  std::vector<double> expected = iterate_on_host(cube, start, iterations);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (static_cast<int>(i % cube.pitch) >= size) expected[i] = 0;
  }
  // No term is negative: an iteration rounds 5 sums, a sixth and its product, each to within 2^-24.
  return workload::verdict("laplace3d",
                           workload::count_far(iterate_on_device(cube, start, iterations), expected,
                                               7 * 0x1p-24 * iterations));
}
