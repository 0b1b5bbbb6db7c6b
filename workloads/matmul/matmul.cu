// Matrix multiplication by tiles in shared memory: reuse, barriers, many multiply-adds.
//   matmul [size = 256]        (a multiple of 16)
#include "../common/workload.cuh"

constexpr int kTile = 16;

__global__ void matmul(const float* a, const float* b, float* c, int n) {
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

int main(int argc, char** argv) {
  const int n = workload::size_argument(argc, argv, 1, 256);
  if (n % kTile != 0) {
    std::fprintf(stderr, "matmul: the size must be a multiple of %d\n", kTile);
    return 2;
  }
  const std::size_t count = static_cast<std::size_t>(n) * n;
  const std::vector<float> a = workload::random_floats(count, 1),
                           b = workload::random_floats(count, 2);
  workload::DeviceArray<float> device_a(a), device_b(b), device_c(count);

  matmul<<<dim3(n / kTile, n / kTile), dim3(kTile, kTile)>>>(device_a.data(), device_b.data(),
                                                             device_c.data(), n);
  CHECK(cudaGetLastError());

  const std::vector<float> c = device_c.to_host();
  std::size_t wrong = 0;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      double sum = 0;
      for (int k = 0; k < n; ++k) {
        sum += static_cast<double>(a[row * n + k]) * b[k * n + column];
      }
      // All terms are positive: n roundings of at most 2^-24 each, relative.
      wrong += !(std::fabs(c[row * n + column] - sum) <= sum * n * 0x1p-24);
    }
  }
  return workload::verdict("matmul", wrong);
}
