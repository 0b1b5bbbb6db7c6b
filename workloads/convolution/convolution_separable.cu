// Convolution of an image with a separable filter of 17 taps: a pass along the rows, then one along
// the columns. A block loads its pixels and those around them into shared memory; after one barrier
// each thread computes eight pixels. Pixels beyond the image are 0. Stands for convolutionSeparable
// of the CUDA SDK.
//   convolution_separable [width = 1024] [height = 1024]        (multiples of 128 and 64)
#include "convolution.cuh"

/// Pixels that a thread computes, one after the other: at once they would take registers that the
/// studies' GPUs do not have.
constexpr int kSteps = 8;
constexpr int kRowsX = 16, kRowsY = 4;
constexpr int kColumnsX = 16, kColumnsY = 8;

/// A block computes 128 x 4 pixels. The tile has 16 more pixels on each side.
__global__ void convolve_rows(const float* image, float* result, int width) {
  __shared__ float tile[kRowsY][(kSteps + 2) * kRowsX];
  const int x = threadIdx.x, y = threadIdx.y;
  const int first = (blockIdx.x * kSteps - 1) * kRowsX + x;
  const int row = (blockIdx.y * kRowsY + y) * width;
#pragma unroll
  for (int part = 0; part < kSteps + 2; ++part) {
    const int column = first + part * kRowsX;
    const bool in_image = column >= 0 && column < width;
    tile[y][part * kRowsX + x] = in_image ? image[row + column] : 0;
  }
  __syncthreads();

#pragma unroll 1
  for (int part = 1; part <= kSteps; ++part) {
    float sum = 0;
#pragma unroll
    for (int tap = -kRadius; tap <= kRadius; ++tap) {
      sum += filter[kRadius - tap] * tile[y][part * kRowsX + x + tap];
    }
    result[row + first + part * kRowsX] = sum;
  }
}

/// A block computes 16 x 64 pixels. The tile has 8 more on each side; it lies in shared memory
/// column by column, one word apart, so that the threads of a row are in different banks.
__global__ void convolve_columns(const float* image, float* result, int width, int height) {
  __shared__ float tile[kColumnsX][(kSteps + 2) * kColumnsY + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kColumnsX + x;
  const int first = (blockIdx.y * kSteps - 1) * kColumnsY + y;
#pragma unroll
  for (int part = 0; part < kSteps + 2; ++part) {
    const int row = first + part * kColumnsY;
    const bool in_image = row >= 0 && row < height;
    tile[x][part * kColumnsY + y] = in_image ? image[row * width + column] : 0;
  }
  __syncthreads();

#pragma unroll 1
  for (int part = 1; part <= kSteps; ++part) {
    float sum = 0;
#pragma unroll
    for (int tap = -kRadius; tap <= kRadius; ++tap) {
      sum += filter[kRadius - tap] * tile[x][part * kColumnsY + y + tap];
    }
    result[(first + part * kColumnsY) * width + column] = sum;
  }
}

std::vector<float> convolve_on_device(const Image& image, const std::vector<float>& weights) {
  CHECK(cudaMemcpyToSymbol(filter, weights.data(), kTaps * sizeof(float)));
  const workload::DeviceArray<float> pixels(image.pixels);
  workload::DeviceArray<float> rows(pixels.size()), result(pixels.size());
  const int width = image.width, height = image.height;
  convolve_rows<<<dim3(width / (kSteps * kRowsX), height / kRowsY), dim3(kRowsX, kRowsY)>>>(
      pixels.data(), rows.data(), width);
  CHECK(cudaGetLastError());
  convolve_columns<<<dim3(width / kColumnsX, height / (kSteps * kColumnsY)),
                     dim3(kColumnsX, kColumnsY)>>>(rows.data(), result.data(), width, height);
  CHECK(cudaGetLastError());
  return result.to_host();
}

int main(int argc, char** argv) {
  const int width = workload::size_argument(argc, argv, 1, 1024);
  const int height = workload::size_argument(argc, argv, 2, 1024);
  workload::require(width % (kSteps * kRowsX) == 0, "convolution_separable",
                    "the width must be a multiple of 128");
  workload::require(height % (kSteps * kColumnsY) == 0, "convolution_separable",
                    "the height must be a multiple of 64");
  workload::require(static_cast<long>(width) * height <= 1l << 28, "convolution_separable",
                    "the image may have at most 2^28 pixels");
  workload::require(height / kRowsY <= 65535, "convolution_separable",
                    "the height must be at most 4 x 65535");
  const Image image{width, height,
                    workload::random_floats(static_cast<std::size_t>(width) * height, 1)};
  const std::vector<float> weights = bell_filter();
  const std::vector<float> result = convolve_on_device(image, weights);
  return workload::verdict("convolution_separable",
                           count_wrong(result, image, weights, Beyond::zero));
}
