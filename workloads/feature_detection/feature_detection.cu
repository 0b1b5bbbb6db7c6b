// Corners of an image by Harris and Stephens: squares and products of the gradients (Sobel's
// filter), their sums over 3 x 3 pixels, which tell how the image changes in all directions, and
// the pixels where that response is high and highest among their neighbours. Three launches of full
// warps that read global memory alone: neighbouring threads share lines.
//   feature_detection [width = 512] [height = 512]
// It stands for FeatureDetect of the study of variable warp sizing, which is not public.
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kBlockX = 32, kBlockY = 8;
constexpr float kEdge = 0.0625f;  ///< the share of the squared sum of squares that is taken off
constexpr float kLeast = 1e9f;    ///< the least response of a corner

struct Size {
  int width, height;
};

/// Squares and product of the gradients, for each pixel.
struct Gradients {
  float *xx, *yy, *xy;
};

/// A pixel; beyond the edge lies the nearest.
__host__ __device__ int index_near(Size size, int x, int y) {
  const int in_x = x < 0 ? 0 : x >= size.width ? size.width - 1 : x;
  const int in_y = y < 0 ? 0 : y >= size.height ? size.height - 1 : y;
  return in_y * size.width + in_x;
}

__device__ int own_x() { return blockIdx.x * kBlockX + threadIdx.x; }
__device__ int own_y() { return blockIdx.y * kBlockY + threadIdx.y; }

__global__ void find_gradients(const float* image, Gradients gradients, Size size) {
  const int x = own_x(), y = own_y();
  if (x >= size.width || y >= size.height) return;
  float across = 0, down = 0;
#pragma unroll
  for (int i = -1; i <= 1; ++i) {
    const float weight = i == 0 ? 2 : 1;
    across +=
        weight * (image[index_near(size, x + 1, y + i)] - image[index_near(size, x - 1, y + i)]);
    down +=
        weight * (image[index_near(size, x + i, y + 1)] - image[index_near(size, x + i, y - 1)]);
  }
  const int pixel = y * size.width + x;
  gradients.xx[pixel] = across * across;
  gradients.yy[pixel] = down * down;
  gradients.xy[pixel] = across * down;
}

__global__ void find_responses(Gradients gradients, float* responses, Size size) {
  const int x = own_x(), y = own_y();
  if (x >= size.width || y >= size.height) return;
  float xx = 0, yy = 0, xy = 0;
#pragma unroll
  for (int i = -1; i <= 1; ++i) {
#pragma unroll
    for (int j = -1; j <= 1; ++j) {
      const int pixel = index_near(size, x + j, y + i);
      xx += gradients.xx[pixel];
      yy += gradients.yy[pixel];
      xy += gradients.xy[pixel];
    }
  }
  responses[y * size.width + x] = xx * yy - xy * xy - kEdge * (xx + yy) * (xx + yy);
}

__global__ void mark_corners(const float* responses, unsigned char* corners, Size size) {
  const int x = own_x(), y = own_y();
  if (x >= size.width || y >= size.height) return;
  const int pixel = y * size.width + x;
  const float own = responses[pixel];
  float highest = kLeast;
#pragma unroll
  for (int i = -1; i <= 1; ++i) {
#pragma unroll
    for (int j = -1; j <= 1; ++j) {
      highest = fmaxf(highest, responses[index_near(size, x + j, y + i)]);
    }
  }
  corners[pixel] = own >= highest;
}

/// Rectangles of even brightness, each over those before, and noise: whole numbers below 256.
std::vector<float> image_of_rectangles(Size size) {
  workload::Random random(1);
  std::vector<float> image(static_cast<std::size_t>(size.width) * size.height, 64);
  for (int i = 0; i < 100; ++i) {
    const int left = random.below(size.width), top = random.below(size.height);
    const int right = std::min(size.width, left + 1 + random.below(1 + size.width / 4));
    const int bottom = std::min(size.height, top + 1 + random.below(1 + size.height / 4));
    const float brightness = random.below(240);
    for (int y = top; y < bottom; ++y) {
      std::fill(image.begin() + y * size.width + left, image.begin() + y * size.width + right,
                brightness);
    }
  }
  for (float& pixel : image) pixel += random.below(16);
  return image;
}

/// Wrong responses. Sums of gradients are whole numbers below 2^24, so that only the response
/// itself rounds: at most four roundings bear on each of its terms.
std::size_t count_wrong_responses(const std::vector<float>& image, const std::vector<float>& found,
                                  Size size) {
  const auto pixel = [&](int x, int y) { return static_cast<long>(image[index_near(size, x, y)]); };
  std::vector<long> across(image.size()), down(image.size());
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const auto column = [&](int i) {
        return pixel(i, y - 1) + 2 * pixel(i, y) + pixel(i, y + 1);
      };
      const auto row = [&](int i) { return pixel(x - 1, i) + 2 * pixel(x, i) + pixel(x + 1, i); };
      across[index_near(size, x, y)] = column(x + 1) - column(x - 1);
      down[index_near(size, x, y)] = row(y + 1) - row(y - 1);
    }
  }
  std::size_t wrong = 0;
  for (int i = 0; i < size.width * size.height; ++i) {
    const int x = i % size.width, y = i / size.width;
    double xx = 0, yy = 0, xy = 0;
    for (int at = 0; at < 9; ++at) {
      const int near = index_near(size, x + at % 3 - 1, y + at / 3 - 1);
      xx += across[near] * across[near];
      yy += down[near] * down[near];
      xy += across[near] * down[near];
    }
    const double edge = kEdge * (xx + yy) * (xx + yy);
    const double expected = xx * yy - xy * xy - edge, sizes = xx * yy + xy * xy + edge;
    wrong += !(std::fabs(found[i] - expected) <= 4.01 * 0x1p-24 * sizes);
  }
  return wrong;
}

/// Wrong corners, given the responses: no neighbour of a corner is higher.
std::size_t count_wrong_corners(const std::vector<float>& responses,
                                const std::vector<unsigned char>& found, Size size) {
  std::size_t wrong = 0;
  for (int i = 0; i < size.width * size.height; ++i) {
    const int x = i % size.width, y = i / size.width;
    bool corner = responses[i] >= kLeast;
    for (int at_y = std::max(0, y - 1); at_y <= std::min(size.height - 1, y + 1); ++at_y) {
      for (int at_x = std::max(0, x - 1); at_x <= std::min(size.width - 1, x + 1); ++at_x) {
        if (responses[at_y * size.width + at_x] > responses[i]) corner = false;
      }
    }
    wrong += found[i] != corner;
  }
  return wrong;
}

int main(int argc, char** argv) {
  const Size size{workload::size_argument(argc, argv, 1, 512),
                  workload::size_argument(argc, argv, 2, 512)};
  workload::require(static_cast<long>(size.width) * size.height <= 1l << 26, "feature_detection",
                    "the image may have at most 2^26 pixels");
  const dim3 block(kBlockX, kBlockY);
  const dim3 grid(workload::blocks_for(size.width, kBlockX),
                  workload::blocks_for(size.height, kBlockY));
  workload::require(grid.y <= 65535, "feature_detection", "the height may be at most 65535 x 8");
  const std::vector<float> image = image_of_rectangles(size);
  const workload::DeviceArray<float> device_image(image);
  workload::DeviceArray<float> xx(image.size()), yy(image.size()), xy(image.size());
  workload::DeviceArray<float> responses(image.size());
  workload::DeviceArray<unsigned char> corners(image.size());
  const Gradients gradients{xx.data(), yy.data(), xy.data()};
  find_gradients<<<grid, block>>>(device_image.data(), gradients, size);
  CHECK(cudaGetLastError());
  find_responses<<<grid, block>>>(gradients, responses.data(), size);
  CHECK(cudaGetLastError());
  mark_corners<<<grid, block>>>(responses.data(), corners.data(), size);
  CHECK(cudaGetLastError());
  const std::vector<float> found = responses.to_host();
  return workload::verdict("feature_detection",
                           count_wrong_responses(image, found, size) +
                               count_wrong_corners(found, corners.to_host(), size));
}
