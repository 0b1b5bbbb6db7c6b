// Matrix multiplication by tiles in shared memory: reuse, barriers, many multiply-adds.
//   matmul [size = 256] [tile = 16]        (the size a multiple of the tile, the tile 16 or 32)
// It stands for matrixMul of the CUDA SDK, here with square matrices only. A block has a thread for
// each element of its tile of the result.
#include "../common/workload.cuh"

template <int kTile>
__device__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += kTile) {
    tile_a[threadIdx.y][threadIdx.x] = a[row * n + first + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void matmul(const float* a, const float* b, float* c, int n) {
  multiply<16>(a, b, c, n);
}

__global__ void __launch_bounds__(1024) matmul_32(const float* a, const float* b, float* c, int n) {
  multiply<32>(a, b, c, n);
}

/// The same in double precision.
std::vector<double> multiply_on_host(const std::vector<float>& a, const std::vector<float>& b,
                                     int n) {
  std::vector<double> c(a.size(), 0);
  for (int row = 0; row < n; ++row) {
    for (int k = 0; k < n; ++k) {
      const double factor = a[row * n + k];
      for (int column = 0; column < n; ++column) c[row * n + column] += factor * b[k * n + column];
    }
  }
  return c;
}

int main(int argc, char** argv) {
  const int n = workload::size_argument(argc, argv, 1, 256);
  const int tile = workload::size_argument(argc, argv, 2, 16);
  workload::require(tile == 16 || tile == 32, "matmul", "the tile must be 16 or 32");
  if (n % tile != 0) {
    std::fprintf(stderr, "matmul: the size must be a multiple of %d\n", tile);
    return 2;
  }
  workload::require(n <= 1 << 12, "matmul", "the size must be at most 4096");
  const std::size_t count = static_cast<std::size_t>(n) * n;
  const std::vector<float> a = workload::random_floats(count, 1),
                           b = workload::random_floats(count, 2);
  workload::DeviceArray<float> device_a(a), device_b(b), device_c(count);

  const auto kernel = tile == 16 ? matmul : matmul_32;
  kernel<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(device_a.data(), device_b.data(),
                                                         device_c.data(), n);
  CHECK(cudaGetLastError());

  // All terms are positive: n roundings of at most 2^-24 each, relative.
  const std::size_t wrong =
      workload::count_far(device_c.to_host(), multiply_on_host(a, b, n), n * 0x1p-24);
  return workload::verdict("matmul", wrong);
}
