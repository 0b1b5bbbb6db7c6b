// An electromagnetic wave in two dimensions: in each step one launch for each component of the
// fields, a thread for each point, all from global memory. A source drives the first row.
//   fdtd2d [size = 512] [steps = 3]        (points along an edge, at most 8192)
// It stands for FDTD-2D of Polybench.
#include "../common/workload.cuh"

constexpr int kWidth = 32, kHeight = 8;  // of a block

/// The electric fields are between the magnetic field's points: along x on each side of a point of
/// its row, one more than there are points; along y between rows.
struct Wave {
  float* electric_x;  ///< size rows of size + 1
  float* electric_y;  ///< size + 1 rows of size
  float* magnetic;    ///< size rows of size
  int size;
};

struct Point {
  int row = blockIdx.y * kHeight + threadIdx.y;
  int column = blockIdx.x * kWidth + threadIdx.x;
};

__global__ void step_electric_y(Wave wave, float source) {
  const Point at;
  const int n = wave.size, point = at.row * n + at.column;
  if (at.row >= n || at.column >= n) return;
  if (at.row == 0) {
    wave.electric_y[point] = source;
  } else {
    wave.electric_y[point] -= 0.5f * (wave.magnetic[point] - wave.magnetic[point - n]);
  }
}

__global__ void step_electric_x(Wave wave) {
  const Point at;
  const int n = wave.size, point = at.row * n + at.column;
  if (at.row >= n || at.column >= n || at.column == 0) return;
  wave.electric_x[at.row * (n + 1) + at.column] -=
      0.5f * (wave.magnetic[point] - wave.magnetic[point - 1]);
}

__global__ void step_magnetic(Wave wave) {
  const Point at;
  const int n = wave.size, point = at.row * n + at.column;
  if (at.row >= n || at.column >= n) return;
  const float* const x = &wave.electric_x[at.row * (n + 1) + at.column];
  const float* const y = &wave.electric_y[point];
  wave.magnetic[point] -= 0.7f * (x[1] - x[0] + y[n] - y[0]);
}

/// All three fields, one after the other.
template <typename T>
struct Fields {
  std::vector<T> electric_x, electric_y, magnetic;
};

float source_at(int step) { return static_cast<float>(step) / 16; }

Fields<float> step_on_device(const Fields<float>& start, int size, int steps) {
  workload::DeviceArray<float> x(start.electric_x), y(start.electric_y), magnetic(start.magnetic);
  const Wave wave{x.data(), y.data(), magnetic.data(), size};
  const dim3 grid(workload::blocks_for(size, kWidth), workload::blocks_for(size, kHeight));
  const dim3 block(kWidth, kHeight);
  for (int step = 0; step < steps; ++step) {
    step_electric_y<<<grid, block>>>(wave, source_at(step));
    step_electric_x<<<grid, block>>>(wave);
    step_magnetic<<<grid, block>>>(wave);
    CHECK(cudaGetLastError());
  }
  return {x.to_host(), y.to_host(), magnetic.to_host()};
}

/// The same in double precision: each point's magnetic field acts on the electric fields around it,
/// then those on it.
Fields<double> step_on_host(const Fields<float>& start, int n, int steps) {
  Fields<double> fields{{start.electric_x.begin(), start.electric_x.end()},
                        {start.electric_y.begin(), start.electric_y.end()},
                        {start.magnetic.begin(), start.magnetic.end()}};
  auto& [x, y, magnetic] = fields;
  for (int step = 0; step < steps; ++step) {
    for (int point = 0; point < n * n; ++point) {
      const int row = point / n, column = point % n, left = row * (n + 1) + column;
      if (row > 0) y[point] -= magnetic[point] / 2;
      if (row < n - 1) y[point + n] += magnetic[point] / 2;
      if (column > 0) x[left] -= magnetic[point] / 2;
      if (column < n - 1) x[left + 1] += magnetic[point] / 2;
    }
    for (int column = 0; column < n; ++column) y[column] = source_at(step);
    for (int point = 0; point < n * n; ++point) {
      const int left = point / n * (n + 1) + point % n;
      magnetic[point] -= 0.7f * (x[left + 1] - x[left] + y[point + n] - y[point]);
    }
  }
  return fields;
}

int main(int argc, char** argv) {
  const int size = workload::size_argument(argc, argv, 1, 512);
  const int steps = workload::size_argument(argc, argv, 2, 3);
  workload::require(size <= 8192, "fdtd2d", "the size must be at most 8192");
  workload::require(steps <= 100, "fdtd2d", "the steps must be at most 100");
  const std::size_t points = static_cast<std::size_t>(size) * size;
  const Fields<float> start{workload::random_floats(points + size, 1),
                            workload::random_floats(points + size, 2),
                            workload::random_floats(points, 3)};
  const Fields<float> found = step_on_device(start, size, steps);
  const Fields<double> expected = step_on_host(start, size, steps);

  // A step rounds 9 times, to within 2^-24 of values below 16; the wave does not make errors grow,
  // since 8 x 0.5 x 0.7 is less than 4.
  const double tolerance = 9 * 16 * 0x1p-24 * steps;
  return workload::verdict(
      "fdtd2d", workload::count_far(found.electric_x, expected.electric_x, 0, tolerance) +
                    workload::count_far(found.electric_y, expected.electric_y, 0, tolerance) +
                    workload::count_far(found.magnetic, expected.magnetic, 0, tolerance));
}
