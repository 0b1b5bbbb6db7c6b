// Convolution of an image with a separable filter of 17 taps, read through the texture path: a pass
// along the rows, then one along the columns of its result, each from a texture into linear memory.
// Beyond the edge lies the nearest pixel. Warps of a block read what their neighbours read too;
// there is no shared memory and no barrier. Stands for convolutionTexture of the CUDA SDK. A block
// has 16 x 12 threads, or one warp of 16 x 2.
//   convolution_texture [width = 768] [height = 384] [rows of a block = 12]    (12 or 2)
#include "../common/texture.cuh"
#include "convolution.cuh"

constexpr int kBlockX = 16, kBlockY = 12, kWarpY = 2;

template <int kRows>
__global__ void convolve_rows(cudaTextureObject_t image, float* result, int width, int height) {
  const int column = blockIdx.x * kBlockX + threadIdx.x;
  const int row = blockIdx.y * kRows + threadIdx.y;
  if (column >= width || row >= height) return;
  const float x = column + 0.5f, y = row + 0.5f;
  float sum = 0;
#pragma unroll
  for (int tap = -kRadius; tap <= kRadius; ++tap) {
    sum += filter[kRadius - tap] * tex2D<float>(image, x + tap, y);
  }
  result[row * width + column] = sum;
}

template <int kRows>
__global__ void convolve_columns(cudaTextureObject_t image, float* result, int width, int height) {
  const int column = blockIdx.x * kBlockX + threadIdx.x;
  const int row = blockIdx.y * kRows + threadIdx.y;
  if (column >= width || row >= height) return;
  const float x = column + 0.5f, y = row + 0.5f;
  float sum = 0;
#pragma unroll
  for (int tap = -kRadius; tap <= kRadius; ++tap) {
    sum += filter[kRadius - tap] * tex2D<float>(image, x, y + tap);
  }
  result[row * width + column] = sum;
}

template <int kRows>
std::vector<float> convolve_on_device(const Image& image, const std::vector<float>& weights) {
  CHECK(cudaMemcpyToSymbol(filter, weights.data(), kTaps * sizeof(float)));
  const int width = image.width, height = image.height;
  workload::ImageTexture<float> texture(width, height);
  workload::DeviceArray<float> result(image.pixels.size());
  const dim3 block(kBlockX, kRows);
  const dim3 grid(workload::blocks_for(width, kBlockX), workload::blocks_for(height, kRows));
  texture.copy_from(image.pixels.data(), cudaMemcpyHostToDevice);
  convolve_rows<kRows><<<grid, block>>>(texture.object(), result.data(), width, height);
  CHECK(cudaGetLastError());
  texture.copy_from(result.data(), cudaMemcpyDeviceToDevice);
  convolve_columns<kRows><<<grid, block>>>(texture.object(), result.data(), width, height);
  CHECK(cudaGetLastError());
  return result.to_host();
}

int main(int argc, char** argv) {
  const int width = workload::size_argument(argc, argv, 1, 768);
  const int height = workload::size_argument(argc, argv, 2, 384);
  const int rows = workload::size_argument(argc, argv, 3, kBlockY);
  workload::require(
      width <= 1 << 15 && height <= 1 << 15 && static_cast<long>(width) * height <= 1l << 28,
      "convolution_texture", "sides may have at most 2^15 pixels, the image at most 2^28");
  workload::require(rows == kBlockY || rows == kWarpY, "convolution_texture",
                    "a block has 12 or 2 rows");
  const Image image{width, height,
                    workload::random_floats(static_cast<std::size_t>(width) * height, 1)};
  const std::vector<float> weights = bell_filter();
  const std::vector<float> result = rows == kBlockY ? convolve_on_device<kBlockY>(image, weights)
                                                    : convolve_on_device<kWarpY>(image, weights);
  return workload::verdict("convolution_texture",
                           count_wrong(result, image, weights, Beyond::nearest));
}
