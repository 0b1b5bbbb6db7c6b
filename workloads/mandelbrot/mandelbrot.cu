// Mandelbrot set: arithmetic alone, loops of very different length in neighbouring threads.
//   mandelbrot [size = 256] [iterations = 128]
#include "../common/workload.cuh"

/// Iterations until the point leaves the circle of radius 2. Each operation rounds on its own, so
/// that host and device agree bit by bit.
template <typename Multiply, typename Add>
__host__ __device__ int escape_time(float x0, float y0, int limit, Multiply multiply, Add add) {
  float x = 0, y = 0;
  int i = 0;
  for (; i < limit; ++i) {
    const float xx = multiply(x, x), yy = multiply(y, y);
    if (add(xx, yy) > 4) break;
    const float xy = multiply(x, y);
    y = add(add(xy, xy), y0);
    x = add(add(xx, -yy), x0);
  }
  return i;
}

struct DeviceMultiply {
  __device__ float operator()(float a, float b) const { return __fmul_rn(a, b); }
};
struct DeviceAdd {
  __device__ float operator()(float a, float b) const { return __fadd_rn(a, b); }
};

__global__ void mandelbrot(int* image, int size, int limit) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= size || row >= size) return;
  const float step = __fdiv_rn(3.0f, static_cast<float>(size));
  const float x0 = __fadd_rn(-2.25f, __fmul_rn(static_cast<float>(column), step));
  const float y0 = __fadd_rn(-1.5f, __fmul_rn(static_cast<float>(row), step));
  image[row * size + column] = escape_time(x0, y0, limit, DeviceMultiply(), DeviceAdd());
}

/// Rounds to single precision, whatever the host's compiler would like to fuse.
float rounded(float value) {
  volatile float stored = value;
  return stored;
}

int host_point(int row, int column, int size, int limit) {
  const float step = rounded(3.0f / static_cast<float>(size));
  const float x0 = rounded(-2.25f + rounded(static_cast<float>(column) * step));
  const float y0 = rounded(-1.5f + rounded(static_cast<float>(row) * step));
  return escape_time(
      x0, y0, limit, [](float a, float b) { return rounded(a * b); },
      [](float a, float b) { return rounded(a + b); });
}

int main(int argc, char** argv) {
  const int size = workload::size_argument(argc, argv, 1, 256);
  const int limit = workload::size_argument(argc, argv, 2, 128);
  workload::DeviceArray<int> image(static_cast<std::size_t>(size) * size);

  const dim3 block(16, 16);
  const dim3 grid((size + block.x - 1) / block.x, (size + block.y - 1) / block.y);
  mandelbrot<<<grid, block>>>(image.data(), size, limit);
  CHECK(cudaGetLastError());

  const std::vector<int> pixels = image.to_host();
  std::size_t wrong = 0;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      wrong += pixels[row * size + column] != host_point(row, column, size, limit);
    }
  }
  return workload::verdict("mandelbrot", wrong);
}
