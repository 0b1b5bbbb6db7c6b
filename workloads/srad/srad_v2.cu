// Speckle-reducing anisotropic diffusion of a square image by tiles of 16 x 16 in shared memory:
// one kernel finds how well each pixel conducts, the other lets flow. The host measures the noise
// in a corner of the image before each iteration.
//   srad_v2 [size = 512] [iterations = 1]        (the size a multiple of 16, at most 8192)
// It stands for srad_v2 of Rodinia, with its constants in double precision and six tiles in shared
// memory, four of them for one edge each. What is at an edge is selected, where that has a branch
// for each side and corner.
#include "../common/workload.cuh"
#include "diffusion.cuh"

constexpr int kTile = 16;
constexpr int kCorner = 128;  // side of the region whose noise counts

using Tile = float[kTile][kTile];

/// Of each pixel: how much more its neighbours have, and how well it conducts.
struct Flow {
  float *north, *south, *west, *east;
  float* coefficient;
};

__device__ inline float conductance(float here, float north, float south, float west, float east,
                                    float speckle) {
  const float gradient =
      (north * north + south * south + west * west + east * east) / (here * here);
  const float laplacian = (north + south + west + east) / here;
  const float scale = 1 + 0.25 * laplacian;
  const float variation =
      (0.5 * gradient - (1.0 / 16.0) * (laplacian * laplacian)) / (scale * scale);
  const float excess = (variation - speckle) / (speckle * (1 + speckle));
  const float coefficient = 1.0 / (1.0 + excess);
  return coefficient < 0 ? 0 : coefficient > 1 ? 1 : coefficient;
}

__global__ void find_coefficients(const float* pixels, Flow flow, int size, float speckle) {
  __shared__ Tile tile, above, below, before, behind, result;
  const int x = threadIdx.x, y = threadIdx.y;
  const int first_row = blockIdx.y * kTile, first_column = blockIdx.x * kTile;
  const int row = first_row + y, column = first_column + x, pixel = row * size + column;
  above[y][x] = pixels[max(first_row - 1, 0) * size + column];
  below[y][x] = pixels[min(first_row + kTile, size - 1) * size + column];
  before[y][x] = pixels[row * size + max(first_column - 1, 0)];
  behind[y][x] = pixels[row * size + min(first_column + kTile, size - 1)];
  __syncthreads();
  tile[y][x] = pixels[pixel];
  __syncthreads();

  const float here = tile[y][x];
  const float north = (y > 0 ? tile[y - 1][x] : above[y][x]) - here;
  const float south = (y < kTile - 1 ? tile[y + 1][x] : below[y][x]) - here;
  const float west = (x > 0 ? tile[y][x - 1] : before[y][x]) - here;
  const float east = (x < kTile - 1 ? tile[y][x + 1] : behind[y][x]) - here;
  result[y][x] = conductance(here, north, south, west, east, speckle);
  __syncthreads();
  flow.coefficient[pixel] = result[y][x];
  flow.north[pixel] = north;
  flow.south[pixel] = south;
  flow.west[pixel] = west;
  flow.east[pixel] = east;
}

__global__ void diffuse(float* pixels, Flow flow, int size) {
  __shared__ Tile tile, coefficient, below, behind, result;
  const int x = threadIdx.x, y = threadIdx.y;
  const int first_row = blockIdx.y * kTile, first_column = blockIdx.x * kTile;
  const int row = first_row + y, column = first_column + x, pixel = row * size + column;
  tile[y][x] = pixels[pixel];
  below[y][x] = flow.coefficient[min(first_row + kTile, size - 1) * size + column];
  behind[y][x] = flow.coefficient[row * size + min(first_column + kTile, size - 1)];
  __syncthreads();
  coefficient[y][x] = flow.coefficient[pixel];
  __syncthreads();

  const float here = coefficient[y][x];
  const float south = y < kTile - 1 ? coefficient[y + 1][x] : below[y][x];
  const float east = x < kTile - 1 ? coefficient[y][x + 1] : behind[y][x];
  const float change = here * flow.north[pixel] + south * flow.south[pixel] +
                       here * flow.west[pixel] + east * flow.east[pixel];
  result[y][x] = tile[y][x] + 0.25 * kLambda * change;
  __syncthreads();
  pixels[pixel] = result[y][x];
}

double speckle_of_corner(const std::vector<double>& image, int size) {
  const int side = std::min(kCorner, size);
  std::vector<double> corner;
  for (int row = 0; row < side; ++row) {
    const auto first = image.begin() + static_cast<std::ptrdiff_t>(row) * size;
    corner.insert(corner.end(), first, first + side);
  }
  return speckle_of(corner);
}

std::vector<float> diffuse_on_device(const std::vector<float>& image, int size, int iterations) {
  workload::DeviceArray<float> pixels(image), north(image.size()), south(image.size()),
      west(image.size()), east(image.size()), coefficients(image.size());
  const Flow flow{north.data(), south.data(), west.data(), east.data(), coefficients.data()};
  const dim3 grid(size / kTile, size / kTile), block(kTile, kTile);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    const std::vector<float> now = pixels.to_host();
    const double speckle = speckle_of_corner({now.begin(), now.end()}, size);
    find_coefficients<<<grid, block>>>(pixels.data(), flow, size, static_cast<float>(speckle));
    diffuse<<<grid, block>>>(pixels.data(), flow, size);
    CHECK(cudaGetLastError());
  }
  return pixels.to_host();
}

int main(int argc, char** argv) {
  const int size = workload::size_argument(argc, argv, 1, 512);
  const int iterations = workload::size_argument(argc, argv, 2, 1);
  workload::require(size % kTile == 0, "srad_v2", "the size must be a multiple of 16");
  workload::require(size <= 8192, "srad_v2", "the size must be at most 8192");
  workload::require(iterations <= 10000, "srad_v2", "more than 10000 iterations");
  std::vector<float> image = workload::random_floats(static_cast<std::size_t>(size) * size, 1);
  for (float& pixel : image) pixel = std::exp(pixel);

  std::vector<double> expected(image.begin(), image.end());
  for (int i = 0; i < iterations; ++i) {
    expected = diffuse_once(expected, size, size, speckle_of_corner(expected, size));
  }
  // An iteration changes a pixel of at least 1 by 4 flows of at most 1.72 / 8 each, times
  // coefficients that are right to about 25 roundings of 2^-24: a relative error of 30 such.
  const std::vector<float> result = diffuse_on_device(image, size, iterations);
  return workload::verdict("srad_v2",
                           workload::count_far(result, expected, 30 * 0x1p-24 * iterations));
}
