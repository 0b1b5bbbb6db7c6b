// Products of matrices on the matrix unit, each against a sum on the host: nvcuda::wmma on halves
// and bytes from matrices in memory, and inline PTX with ldmatrix and mma on tiles in shared
// memory. The numbers are small integers, so that all sums are exact.
#include <cstdio>
#include <vector>

#include <mma.h>

using namespace nvcuda;

constexpr int kRows = 48, kColumns = 32, kDepth = 64;
constexpr int kTile = 16;

/// A warp for each tile of C. A is in row order, B in column order.
template <typename Element, typename Sum>
__global__ void multiply_tiles(const Element* a, const Element* b, Sum* c) {
  const int row = blockIdx.y * kTile, column = blockIdx.x * kTile;
  wmma::fragment<wmma::accumulator, kTile, kTile, kTile, Sum> sum;
  wmma::fill_fragment(sum, Sum(1));
  for (int k = 0; k < kDepth; k += kTile) {
    wmma::fragment<wmma::matrix_a, kTile, kTile, kTile, Element, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, kTile, kTile, kTile, Element, wmma::col_major> right;
    wmma::load_matrix_sync(left, a + row * kDepth + k, kDepth);
    wmma::load_matrix_sync(right, b + column * kDepth + k, kDepth);
    wmma::mma_sync(sum, left, right, sum);
  }
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = Sum(2) * sum.x[i];
  wmma::store_matrix_sync(c + row * kColumns + column, sum, kColumns, wmma::mem_row_major);
}

__device__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

/// A warp for each 16 x 8 tile of C, by mma.m16n8k8. ldmatrix reads B, which is in row order in
/// shared memory here, transposed.
__global__ void multiply_by_ptx(const half* a, const half* b, float* c) {
  __shared__ __align__(16) half tile_a[16][8], tile_b[8][8];
  const int row = blockIdx.y * 16, column = blockIdx.x * 8, lane = threadIdx.x;
  float sum[4] = {1, 1, 1, 1};
  for (int k = 0; k < kDepth; k += 8) {
    __syncwarp();
    for (int i = lane; i < 16 * 8; i += 32)
      tile_a[i / 8][i % 8] = a[(row + i / 8) * kDepth + k + i % 8];
    for (int i = lane; i < 8 * 8; i += 32)
      tile_b[i / 8][i % 8] = b[(column + i % 8) * kDepth + k + i / 8];
    __syncwarp();
    unsigned left[2], right;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(left[0]), "=r"(left[1])
                 : "r"(shared_address(tile_a[lane % 16]))
                 : "memory");
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
                 : "=r"(right)
                 : "r"(shared_address(tile_b[lane % 8]))
                 : "memory");
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, "
        "%1, "
        "%2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(left[0]), "r"(left[1]), "r"(right));
  }
  for (int i = 0; i < 4; ++i)
    c[(row + lane / 4 + i / 2 * 8) * kColumns + column + lane % 4 * 2 + i % 2] = 2 * sum[i];
}

template <typename T>
T* to_device(const std::vector<T>& from) {
  T* to;
  cudaMalloc(&to, from.size() * sizeof(T));
  cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}

int value(int i) { return (i * 7 + i / 5) % 15 - 7; }

/// Number of elements of C that are not 2 * (1 + A * B).
template <typename Element, typename Sum, typename Launch>
int differences(const char* name, Launch launch) {
  std::vector<Element> a(kRows * kDepth), b(kColumns * kDepth);
  for (int i = 0; i < kRows * kDepth; ++i) a[i] = Element(float(value(i)));
  for (int i = 0; i < kColumns * kDepth; ++i) b[i] = Element(float(value(3 * i + 1)));
  std::vector<Sum> c(kRows * kColumns);
  Sum* const on_device = to_device(c);
  launch(to_device(a), to_device(b), on_device);
  const cudaError_t error =
      cudaMemcpy(c.data(), on_device, c.size() * sizeof(Sum), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) std::printf("%s: %s\n", name, cudaGetErrorString(error));
  int wrong = 0;
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      int sum = 1;
      for (int k = 0; k < kDepth; ++k)
        sum += value(row * kDepth + k) * value(3 * (column * kDepth + k) + 1);
      wrong += float(c[row * kColumns + column]) != float(2 * sum) ? 1 : 0;
    }
  }
  if (wrong != 0) std::printf("%s: %d of %d elements differ\n", name, wrong, kRows * kColumns);
  return wrong;
}

int main() {
  const dim3 tiles(kColumns / kTile, kRows / kTile);
  int wrong = 0;
  wrong += differences<half, float>(
      "halves", [&](half* a, half* b, float* c) { multiply_tiles<<<tiles, 32>>>(a, b, c); });
  wrong += differences<signed char, int>("bytes", [&](signed char* a, signed char* b, int* c) {
    multiply_tiles<<<tiles, 32>>>(a, b, c);
  });
  wrong += differences<half, float>("inline PTX", [&](half* a, half* b, float* c) {
    multiply_by_ptx<<<dim3(kColumns / 8, kRows / 16), 32>>>(a, b, c);
  });
  if (wrong == 0) std::printf("passed\n");
  return wrong == 0 ? 0 : 1;
}
