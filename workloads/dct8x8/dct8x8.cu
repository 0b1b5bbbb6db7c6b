// The discrete cosine transform of a picture's 8x8 blocks, their quantisation, and the inverse: one
// thread block of 64 threads per block of pixels, whose two matrix products go through shared
// memory.
//   dct8x8 [width = 64] [height = 64]        (of the picture in blocks of 8x8)
// Stands for dct8x8 of the CUDA SDK, its first variant, without its texture.
#include <algorithm>
#include <array>

#include "../common/workload.cuh"

constexpr int kSize = 8;
constexpr int kPixels = kSize * kSize;

/// Quantisation of luminance: ITU-T T.81, table K.1.
constexpr float kQuantisation[kPixels] = {
    16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,
    14, 13, 16, 24, 40,  57,  69,  56,  14, 17, 22, 29, 51,  87,  80,  62,
    18, 22, 37, 56, 68,  109, 103, 77,  24, 35, 55, 64, 81,  104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};

__constant__ float cosines[kPixels], quantisation[kPixels];

using Tile = float[kSize][kSize];

/// left x right, or the transposed left x right, or left x the transposed right: a value a thread.
template <bool kLeftTransposed, bool kRightTransposed>
__device__ float product(const Tile& left, const Tile& right) {
  const int row = threadIdx.y, column = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < kSize; ++i) {
    sum += (kLeftTransposed ? left[i][row] : left[row][i]) *
           (kRightTransposed ? right[column][i] : right[i][column]);
  }
  return sum;
}

/// The thread's pixel in the picture.
__device__ int pixel_index() {
  return (blockIdx.y * kSize + threadIdx.y) * gridDim.x * kSize + blockIdx.x * kSize + threadIdx.x;
}

/// cosines x pixels x transposed cosines; with kInverse, transposed cosines x pixels x cosines.
template <bool kInverse>
__device__ void transform(const float* in, float* out) {
  __shared__ Tile basis, tile, half;
  const int row = threadIdx.y, column = threadIdx.x;
  basis[row][column] = cosines[row * kSize + column];
  tile[row][column] = in[pixel_index()];
  __syncthreads();
  half[row][column] = product<kInverse, false>(basis, tile);
  __syncthreads();
  out[pixel_index()] = product<false, !kInverse>(half, basis);
}

__global__ void forward_dct(const float* pixels, float* coefficients) {
  transform<false>(pixels, coefficients);
}

__global__ void quantise(const float* coefficients, float* quantised) {
  const float step = quantisation[threadIdx.y * kSize + threadIdx.x];
  quantised[pixel_index()] = rintf(coefficients[pixel_index()] / step) * step;
}

__global__ void inverse_dct(const float* coefficients, float* pixels) {
  transform<true>(coefficients, pixels);
}

/// What a coefficient of a line adds to its pixel `at`.
double basis(int frequency, int at) {
  const double scale = frequency == 0 ? std::sqrt(1.0 / kSize) : std::sqrt(2.0 / kSize);
  return scale * std::cos((2 * at + 1) * frequency * 3.14159265358979323846 / (2 * kSize));
}

/// The transform of each block by its definition, a sum over all pixels for each coefficient.
class HostTransform {
 public:
  HostTransform(int columns, int rows) : columns_(columns), rows_(rows) {
    for (int i = 0; i < kPixels; ++i) basis_[i] = basis(i / kSize, i % kSize);
  }

  std::vector<double> transformed(const std::vector<float>& in, bool inverse) const {
    std::vector<double> out(in.size());
    for (int block = 0; block < columns_ * rows_; ++block) {
      for (int to = 0; to < kPixels; ++to) {
        double sum = 0;
        for (int from = 0; from < kPixels; ++from) {
          const int frequency = inverse ? from : to, at = inverse ? to : from;
          sum += in[index(block, from)] * basis_[frequency / kSize * kSize + at / kSize] *
                 basis_[frequency % kSize * kSize + at % kSize];
        }
        out[index(block, to)] = sum;
      }
    }
    return out;
  }

  /// Where value `at` of a block stands in the picture.
  std::size_t index(int block, int at) const {
    const int row = block / columns_ * kSize + at / kSize;
    return static_cast<std::size_t>(row) * columns_ * kSize + block % columns_ * kSize + at % kSize;
  }

 private:
  int columns_, rows_;
  std::array<double, kPixels> basis_;
};

/// A slope of light with noise, around 0.
std::vector<float> random_picture(int width, int height) {
  std::vector<float> pixels = workload::random_floats(static_cast<std::size_t>(width) * height, 1);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    pixels[i] = std::floor(60 * pixels[i] + static_cast<float>(i % width) * 190 / width) - 128;
  }
  return pixels;
}

int main(int argc, char** argv) {
  const int columns = workload::size_argument(argc, argv, 1, 64);
  const int rows = workload::size_argument(argc, argv, 2, 64);
  workload::require(columns <= 512 && rows <= 512, "dct8x8",
                    "the picture must be at most 512 blocks wide and high");
  const std::vector<float> pixels = random_picture(columns * kSize, rows * kSize);
  std::vector<float> matrix;
  for (int i = 0; i < kPixels; ++i)
    matrix.push_back(static_cast<float>(basis(i / kSize, i % kSize)));
  CHECK(cudaMemcpyToSymbol(cosines, matrix.data(), sizeof(cosines)));
  CHECK(cudaMemcpyToSymbol(quantisation, kQuantisation, sizeof(quantisation)));
  workload::DeviceArray<float> device_pixels(pixels), coefficients(pixels.size());
  workload::DeviceArray<float> quantised(pixels.size()), result(pixels.size());
  const dim3 blocks(columns, rows), threads(kSize, kSize);
  forward_dct<<<blocks, threads>>>(device_pixels.data(), coefficients.data());
  quantise<<<blocks, threads>>>(coefficients.data(), quantised.data());
  inverse_dct<<<blocks, threads>>>(quantised.data(), result.data());
  CHECK(cudaGetLastError());

  // Each step is checked from what the device gave to it. Values of up to 1024 go through 16
  // additions, so that 1e-2 is far above their rounding.
  const HostTransform host(columns, rows);
  const std::vector<float> found = coefficients.to_host(), steps = quantised.to_host();
  std::vector<double> nearest(found.size());
  for (int block = 0; block < columns * rows; ++block) {
    for (int at = 0; at < kPixels; ++at) {
      const std::size_t i = host.index(block, at);
      nearest[i] = std::nearbyint(found[i] / kQuantisation[at]) * kQuantisation[at];
    }
  }
  return workload::verdict(
      "dct8x8", workload::count_far(found, host.transformed(pixels, false), 0, 1e-2) +
                    workload::count_far(steps, nearest, 0) +
                    workload::count_far(result.to_host(), host.transformed(steps, true), 0, 1e-2));
}
