// The discrete cosine transform of a picture's 8x8 blocks, their quantisation, and the inverse. A
// thread transforms a column of a block in its registers, then a row; between the two the block
// passes through shared memory.
//   dct8x8 [width = 128] [height = 64]        (of the picture in blocks of 8x8)
// Stands for dct8x8 of the CUDA SDK, its second variant, but that a line is transformed by the
// definition, not by a fast algorithm.
#include <algorithm>
#include <array>

#include "../common/workload.cuh"

constexpr int kSize = 8;
constexpr int kPixels = kSize * kSize;
constexpr int kThreads = 64;

/// Quantisation of luminance: ITU-T T.81, table K.1.
constexpr float kQuantisation[kPixels] = {
    16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,
    14, 13, 16, 24, 40,  57,  69,  56,  14, 17, 22, 29, 51,  87,  80,  62,
    18, 22, 37, 56, 68,  109, 103, 77,  24, 35, 55, 64, 81,  104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};

/// Half of the cosine of k pi / 16.
__device__ constexpr float kHalfCosines[9] = {0.5f,          0.4903926402f, 0.4619397663f,
                                              0.4157348062f, 0.3535533906f, 0.2777851165f,
                                              0.1913417162f, 0.0975451610f, 0};

/// What a coefficient of a line adds to value `at` of it: half of cos((2 at + 1) frequency pi /
/// 16).
__device__ constexpr float cosine(int frequency, int at) {
  if (frequency == 0) return kHalfCosines[4];
  const int turn = (2 * at + 1) * frequency % 32, half_turn = turn > 16 ? 32 - turn : turn;
  return half_turn <= 8 ? kHalfCosines[half_turn] : -kHalfCosines[16 - half_turn];
}

/// The coefficients of a line of values; with kInverse, the values of a line of coefficients.
template <bool kInverse>
__device__ void transform(float (&line)[kSize]) {
  float result[kSize] = {};
#pragma unroll
  for (int frequency = 0; frequency < kSize; ++frequency) {
#pragma unroll
    for (int at = 0; at < kSize; ++at) {
      const int from = kInverse ? frequency : at, to = kInverse ? at : frequency;
      result[to] += cosine(frequency, at) * line[from];
    }
  }
  for (int i = 0; i < kSize; ++i) line[i] = result[i];
}

/// Eight values, four at a time.
__device__ void copy_row(const float* from, float* to) {
  for (int i = 0; i < kSize; i += 4) {
    *reinterpret_cast<float4*>(to + i) = *reinterpret_cast<const float4*>(from + i);
  }
}

/// Transforms a thread's share of eight blocks side by side: a column, then a row.
template <bool kInverse>
__device__ void transform_blocks(const float* in, float* out, int width) {
  __shared__ alignas(16) float tile[kThreads / kSize][kSize][kSize + 4];
  auto& block = tile[threadIdx.x / kSize];
  const int line = threadIdx.x % kSize;
  const int left = (blockIdx.x * kThreads + threadIdx.x) / kSize * kSize;
  const int place = blockIdx.y * kSize * width + left;
  const bool is_inside = left < width;
  alignas(16) float values[kSize] = {};
  if (is_inside) {
    for (int i = 0; i < kSize; ++i) values[i] = in[place + i * width + line];
  }
  transform<kInverse>(values);
  for (int i = 0; i < kSize; ++i) block[i][line] = values[i];
  __syncthreads();
  copy_row(block[line], values);
  transform<kInverse>(values);
  if (is_inside) copy_row(values, out + place + line * width);
}

__global__ void forward_dct(const float* pixels, float* coefficients, int width) {
  transform_blocks<false>(pixels, coefficients, width);
}

/// A thread walks down a column of a row of blocks.
__global__ void quantise(const float* coefficients, const float* steps, float* quantised,
                         int width) {
  const int column = blockIdx.x * kThreads + threadIdx.x;
  if (column >= width) return;
  for (int i = 0; i < kSize; ++i) {
    const int pixel = (blockIdx.y * kSize + i) * width + column;
    const float step = steps[i * kSize + column % kSize];
    quantised[pixel] = rintf(coefficients[pixel] / step) * step;
  }
}

__global__ void inverse_dct(const float* coefficients, float* pixels, int width) {
  transform_blocks<true>(coefficients, pixels, width);
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
  const int columns = workload::size_argument(argc, argv, 1, 128);
  const int rows = workload::size_argument(argc, argv, 2, 64);
  workload::require(columns <= 512 && rows <= 512, "dct8x8",
                    "the picture must be at most 512 blocks wide and high");
  const std::vector<float> pixels = random_picture(columns * kSize, rows * kSize);
  workload::DeviceArray<float> steps(std::vector<float>(kQuantisation, kQuantisation + kPixels));
  workload::DeviceArray<float> device_pixels(pixels), coefficients(pixels.size());
  workload::DeviceArray<float> quantised(pixels.size()), result(pixels.size());
  const int width = columns * kSize;
  const dim3 blocks(workload::blocks_for(width, kThreads), rows);
  forward_dct<<<blocks, kThreads>>>(device_pixels.data(), coefficients.data(), width);
  quantise<<<blocks, kThreads>>>(coefficients.data(), steps.data(), quantised.data(), width);
  inverse_dct<<<blocks, kThreads>>>(quantised.data(), result.data(), width);
  CHECK(cudaGetLastError());

  // Each step is checked from what the device gave to it. Values of up to 1024 go through 16
  // additions, so that 1e-2 is far above their rounding.
  const HostTransform host(columns, rows);
  const std::vector<float> found = coefficients.to_host(), rounded = quantised.to_host();
  std::vector<double> nearest(found.size());
  for (int block = 0; block < columns * rows; ++block) {
    for (int at = 0; at < kPixels; ++at) {
      const std::size_t i = host.index(block, at);
      nearest[i] = std::nearbyint(found[i] / kQuantisation[at]) * kQuantisation[at];
    }
  }
  return workload::verdict(
      "dct8x8",
      workload::count_far(found, host.transformed(pixels, false), 0, 1e-2) +
          workload::count_far(rounded, nearest, 0) +
          workload::count_far(result.to_host(), host.transformed(rounded, true), 0, 1e-2));
}
