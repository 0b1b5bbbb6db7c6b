// Mandelbrot set: arithmetic alone, loops of very different length in neighbouring threads.
//   mandelbrot [size = 256] [iterations = 128]        (size at most 16384)
// It stands for divergent arithmetic without memory, as in Mandelbrot of the CUDA SDK.
#include "../common/workload.cuh"

/// Iterations until the point of a pixel leaves the circle of radius 2. What may be fused is fused
/// by name, so that host and device agree bit by bit.
__host__ __device__ inline int escape_time(int row, int column, float step, int limit) {
  const float x0 = fmaf(static_cast<float>(column), step, -2.25f);
  const float y0 = fmaf(static_cast<float>(row), step, -1.5f);
  float x = 0, y = 0;
  int i = 0;
  for (; i < limit; ++i) {
    const float yy = y * y;
    if (fmaf(x, x, yy) > 4.0f) break;
    y = fmaf(x + x, y, y0);
    x = fmaf(x, x, -yy) + x0;
  }
  return i;
}

__global__ void mandelbrot(int* image, int size, float step, int limit) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < size && row < size) {
    image[row * size + column] = escape_time(row, column, step, limit);
  }
}

int main(int argc, char** argv) {
  const int size = workload::size_argument(argc, argv, 1, 256);
  const int limit = workload::size_argument(argc, argv, 2, 128);
  workload::require(size <= 16384, "mandelbrot", "the size must be at most 16384");
  const float step = 3.0f / static_cast<float>(size);
  workload::DeviceArray<int> image(static_cast<std::size_t>(size) * size);

  const dim3 block(16, 16);
  const dim3 grid((size + block.x - 1) / block.x, (size + block.y - 1) / block.y);
  mandelbrot<<<grid, block>>>(image.data(), size, step, limit);
  CHECK(cudaGetLastError());

  const std::vector<int> pixels = image.to_host();
  std::size_t wrong = 0;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      wrong += pixels[row * size + column] != escape_time(row, column, step, limit);
    }
  }
  return workload::verdict("mandelbrot", wrong);
}
