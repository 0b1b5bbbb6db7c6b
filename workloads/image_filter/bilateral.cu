// A bilateral filter: each pixel becomes the mean of its neighbours, weighted by how near they are
// and how alike, so that edges stay sharp. A block loads its tile and a border into shared memory
// once; all threads then do the same, and weights by distance come from constant memory.
// Stands for Image Proc. of the variable warp sizing study, a trace that is not public, as one of
// the kernels whose warps stay together and use scratchpad memory.
//   bilateral [width = 320] [height = 320]
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kTile = 16;
constexpr int kRadius = 4;
constexpr int kWindow = 2 * kRadius + 1;
constexpr int kBorderedTile = kTile + 2 * kRadius;
constexpr float kSpread = 2.0f;      ///< standard deviation in pixels
constexpr float kLikeness = 0.125f;  ///< and in brightness

__constant__ float weights[kWindow][kWindow];

__global__ void filter(const float* image, int width, int height, float* filtered) {
  __shared__ float tile[kBorderedTile][kBorderedTile];
  const int left = blockIdx.x * kTile - kRadius, top = blockIdx.y * kTile - kRadius;
  for (int y = threadIdx.y; y < kBorderedTile; y += kTile) {
    for (int x = threadIdx.x; x < kBorderedTile; x += kTile) {
      const int row = min(max(top + y, 0), height - 1), column = min(max(left + x, 0), width - 1);
      tile[y][x] = image[row * width + column];
    }
  }
  __syncthreads();
  const int column = left + kRadius + threadIdx.x, row = top + kRadius + threadIdx.y;
  if (column >= width || row >= height) return;
  const float own = tile[threadIdx.y + kRadius][threadIdx.x + kRadius];
  float sum = 0, sum_of_weights = 0;
  for (int y = 0; y < kWindow; ++y) {
#pragma unroll
    for (int x = 0; x < kWindow; ++x) {
      const float value = tile[threadIdx.y + y][threadIdx.x + x], difference = value - own;
      const float weight =
          weights[y][x] * __expf(-0.5f / (kLikeness * kLikeness) * difference * difference);
      sum += weight * value;
      sum_of_weights += weight;
    }
  }
  filtered[row * width + column] = sum / sum_of_weights;
}

/// Squares of different brightness, with noise.
std::vector<float> random_image(int width, int height) {
  workload::Random random(1);
  std::vector<float> image;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int square = (x / 13 * 5 + y / 11 * 3) % 7;
      image.push_back(0.1f * square + 0.3f * random.next());
    }
  }
  return image;
}

double gaussian(double distance, double deviation) {
  return std::exp(-0.5 * distance * distance / (deviation * deviation));
}

std::vector<double> filter_on_host(const std::vector<float>& image, int width, int height) {
  std::vector<double> filtered;
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      const double own = image[row * width + column];
      double sum = 0, sum_of_weights = 0;
      for (int dy = -kRadius; dy <= kRadius; ++dy) {
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
          const int y = std::clamp(row + dy, 0, height - 1);
          const int x = std::clamp(column + dx, 0, width - 1);
          const double value = image[y * width + x];
          const double weight =
              gaussian(std::hypot(dx, dy), kSpread) * gaussian(value - own, kLikeness);
          sum += weight * value;
          sum_of_weights += weight;
        }
      }
      filtered.push_back(sum / sum_of_weights);
    }
  }
  return filtered;
}

int main(int argc, char** argv) {
  const int width = workload::size_argument(argc, argv, 1, 320);
  const int height = workload::size_argument(argc, argv, 2, 320);
  workload::require(width <= 4096 && height <= 4096, argv[0], "an image has at most 4096 rows");
  const std::vector<float> image = random_image(width, height);
  float weights_by_distance[kWindow][kWindow];
  for (int y = 0; y < kWindow; ++y) {
    for (int x = 0; x < kWindow; ++x) {
      weights_by_distance[y][x] =
          static_cast<float>(gaussian(std::hypot(x - kRadius, y - kRadius), kSpread));
    }
  }
  CHECK(cudaMemcpyToSymbol(weights, weights_by_distance, sizeof weights_by_distance));
  workload::DeviceArray<float> device_image(image), filtered(image.size());
  const dim3 grid(workload::blocks_for(width, kTile), workload::blocks_for(height, kTile));
  filter<<<grid, dim3(kTile, kTile)>>>(device_image.data(), width, height, filtered.data());
  CHECK(cudaGetLastError());
  // Pixels are between 0 and 1, and so are weights, the pixel's own 1. Both sums round to a step of
  // 2^-24 of theirs for each of 81 terms, and an exponential of -x by x + 8 steps, which for its
  // small value is at most 8 of 1.
  const double relative = 2 * (kWindow * kWindow + 8) * 0x1p-24;
  return workload::verdict(
      "bilateral", workload::count_far(filtered.to_host(), filter_on_host(image, width, height),
                                       relative, 16 * 0x1p-24));
}
