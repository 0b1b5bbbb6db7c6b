// A picture smoothed by a box: the mean of the pixels within a radius, first along rows, then along
// columns. Rows go through shared memory, a tile with its margins at a time; along columns, a
// thread walks down a strip and slides the sum of its box.
//   box_filter [width = 1024] [height = 1024] [radius = 10]        (radius at most 32)
// Stands for boxFilter of the CUDA SDK, whose row pass has a thread walk each row of a texture.
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kRowThreads = 128;
constexpr int kColumnThreads = 64;
constexpr int kStrip = 32;  ///< rows that a thread of the column pass walks down
constexpr int kMaxRadius = 32;

struct Picture {
  int width, height;
};

__device__ int clamped(int value, int size) { return min(max(value, 0), size - 1); }

__global__ void smooth_rows(const float* in, float* out, Picture picture, int radius) {
  __shared__ float tile[kRowThreads + 2 * kMaxRadius];
  const int first = blockIdx.x * kRowThreads, row = blockIdx.y * picture.width;
  for (int i = threadIdx.x; i < kRowThreads + 2 * radius; i += kRowThreads) {
    tile[i] = in[row + clamped(first - radius + i, picture.width)];
  }
  __syncthreads();
  const int column = first + threadIdx.x;
  if (column >= picture.width) return;
  float sum = 0;
  for (int i = 0; i <= 2 * radius; ++i) sum += tile[threadIdx.x + i];
  out[row + column] = sum / (2 * radius + 1);
}

__global__ void smooth_columns(const float* in, float* out, Picture picture, int radius) {
  const int column = blockIdx.x * kColumnThreads + threadIdx.x, first = blockIdx.y * kStrip;
  if (column >= picture.width) return;
  const auto at = [&](int row) {
    return in[clamped(row, picture.height) * picture.width + column];
  };
  const float share = 1.0f / (2 * radius + 1);
  float sum = 0;
  for (int row = first - radius; row <= first + radius; ++row) sum += at(row);
  for (int row = first; row < min(first + kStrip, picture.height); ++row) {
    out[row * picture.width + column] = sum * share;
    sum += at(row + radius + 1) - at(row - radius);
  }
}

/// The box as a whole, from cumulative sums of both directions.
std::vector<double> smooth_on_host(const std::vector<float>& in, Picture picture, int radius) {
  const int width = picture.width + 2 * radius, height = picture.height + 2 * radius;
  const std::size_t pitch = width + 1;
  std::vector<double> sums(pitch * (height + 1), 0.0);
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      const int from_row = std::clamp(row - radius, 0, picture.height - 1);
      const int from_column = std::clamp(column - radius, 0, picture.width - 1);
      sums[(row + 1) * pitch + column + 1] =
          in[static_cast<std::size_t>(from_row) * picture.width + from_column] +
          sums[(row + 1) * pitch + column] + sums[row * pitch + column + 1] -
          sums[row * pitch + column];
    }
  }
  const int side = 2 * radius + 1;
  std::vector<double> out;
  for (int row = 0; row < picture.height; ++row) {
    for (int column = 0; column < picture.width; ++column) {
      const double* const upper = &sums[row * pitch + column];
      const double* const lower = upper + side * pitch;
      out.push_back((lower[side] - lower[0] - upper[side] + upper[0]) / side / side);
    }
  }
  return out;
}

int main(int argc, char** argv) {
  const int width = workload::size_argument(argc, argv, 1, 1024);
  const int height = workload::size_argument(argc, argv, 2, 1024);
  const int radius = workload::size_argument(argc, argv, 3, 10);
  workload::require(width <= 8192 && height <= 8192, "box_filter",
                    "the picture must be at most 8192 pixels wide and high");
  workload::require(radius <= kMaxRadius, "box_filter", "the radius must be at most 32");
  const Picture picture{width, height};
  const std::vector<float> pixels =
      workload::random_floats(static_cast<std::size_t>(width) * height, 1);
  workload::DeviceArray<float> in(pixels), rows(pixels.size()), out(pixels.size());
  smooth_rows<<<dim3(workload::blocks_for(width, kRowThreads), height), kRowThreads>>>(
      in.data(), rows.data(), picture, radius);
  smooth_columns<<<dim3(workload::blocks_for(width, kColumnThreads),
                        workload::blocks_for(height, kStrip)),
                   kColumnThreads>>>(rows.data(), out.data(), picture, radius);
  CHECK(cudaGetLastError());
  // Each of the additions of a row's sum, a column's first sum and its sliding rounds a sum of at
  // most 2 radius + 1 to within 2^-24 of it, and the mean is that part of it.
  const double tolerance = (2 * (2 * radius + 1) + 2 * kStrip + 4) * 0x1p-24;
  const std::vector<double> expected = smooth_on_host(pixels, picture, radius);
  return workload::verdict("box_filter",
                           workload::count_far(out.to_host(), expected, 0, tolerance));
}
