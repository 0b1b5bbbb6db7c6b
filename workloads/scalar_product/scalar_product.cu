// Dot products of pairs of vectors. A block takes every so many pairs: its threads add up products
// into 1024 sums in shared memory, which a tree adds up, with a barrier before each of its ten
// steps. Stands for scalarProd of the CUDA SDK.
//   scalar_product [pairs = 1024] [length = 4096] [blocks = 128]
#include "../common/workload.cuh"

constexpr int kThreads = 256;
constexpr int kSums = 1024;

__global__ void multiply_pairs(const float* a, const float* b, float* products, int pairs,
                               int length) {
  __shared__ float sums[kSums];
  for (int pair = blockIdx.x; pair < pairs; pair += gridDim.x) {
    const int first = pair * length, end = first + length;
    for (int i = threadIdx.x; i < kSums; i += kThreads) {
      float sum = 0;
      for (int element = first + i; element < end; element += kSums) sum += a[element] * b[element];
      sums[i] = sum;
    }
    for (int half = kSums / 2; half > 0; half /= 2) {
      __syncthreads();
      for (int i = threadIdx.x; i < half; i += kThreads) sums[i] += sums[half + i];
    }
    if (threadIdx.x == 0) products[pair] = sums[0];
    // Thread 1 of the same warp owns the sum that thread 0 read last; all others a barrier was
    // after.
    __syncwarp();
  }
}

std::vector<double> multiply_on_host(const std::vector<float>& a, const std::vector<float>& b,
                                     int pairs, int length) {
  std::vector<double> products(pairs, 0);
  for (std::size_t i = 0; i < a.size(); ++i) products[i / length] += double{a[i]} * b[i];
  return products;
}

int main(int argc, char** argv) {
  const int pairs = workload::size_argument(argc, argv, 1, 1024);
  const int length = workload::size_argument(argc, argv, 2, 4096);
  const int blocks = workload::size_argument(argc, argv, 3, 128);
  workload::require(static_cast<long>(pairs) * length <= 1l << 28, "scalar_product",
                    "the vectors may have at most 2^28 elements in all");
  workload::require(blocks <= 1 << 16, "scalar_product", "there may be at most 2^16 blocks");
  const std::size_t count = static_cast<std::size_t>(pairs) * length;
  const std::vector<float> a = workload::random_floats(count, 1);
  const std::vector<float> b = workload::random_floats(count, 2);
  const workload::DeviceArray<float> device_a(a), device_b(b);
  workload::DeviceArray<float> products(pairs);
  multiply_pairs<<<blocks, kThreads>>>(device_a.data(), device_b.data(), products.data(), pairs,
                                       length);
  CHECK(cudaGetLastError());
  // A product goes through one rounding of its own and at most one for each element that its thread
  // adds and one for each of the ten steps; all are positive.
  const double roundings = 1 + workload::blocks_for(length, kSums) + 10;
  return workload::verdict(
      "scalar_product",
      workload::count_far(products.to_host(), multiply_on_host(a, b, pairs, length),
                          1.01 * roundings * 0x1p-24));
}
