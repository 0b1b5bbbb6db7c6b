// CUB's collectives of device, block and warp against the host's algorithms.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

#include <cub/cub.cuh>

static int failures = 0;
static void expect(bool holds, const char* what) {
  if (!holds && ++failures) std::fprintf(stderr, "%s is wrong\n", what);
}
constexpr int kThreads = 128, kItems = 2;
__global__ void in_block(const int* in, int* sums, int* scanned, int* warp_sums) {
  using Reduce = cub::BlockReduce<int, kThreads>;
  using Scan = cub::BlockScan<int, kThreads>;
  using Warp = cub::WarpReduce<int>;
  __shared__ typename Reduce::TempStorage reduce;
  __shared__ typename Scan::TempStorage scan;
  __shared__ typename Warp::TempStorage warp[kThreads / 32];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int sum = Reduce(reduce).Sum(in[i]);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
  int before;
  Scan(scan).ExclusiveSum(in[i], before);
  scanned[i] = before;
  const int of_warp = Warp(warp[threadIdx.x / 32]).Sum(in[i]);
  if (threadIdx.x % 32 == 0) warp_sums[i / 32] = of_warp;
}

template <typename Call>
static void with_storage(const Call& call) {
  size_t bytes = 0;
  call(nullptr, bytes);
  void* storage;
  cudaMalloc(&storage, bytes);
  call(storage, bytes);
  cudaFree(storage);
}

int main() {
  constexpr int n = 8 * kThreads;
  std::mt19937 random(5);
  std::vector<int> in(n), out(n), sums(8), warp_sums(n / 32);
  for (int& x : in) x = static_cast<int>(random() % 2000) - 1000;
  int *d_in, *d_out, *d_sums;
  cudaMalloc(&d_in, n * 4);
  cudaMalloc(&d_out, n * 4);
  cudaMalloc(&d_sums, n * 4);
  cudaMemcpy(d_in, in.data(), n * 4, cudaMemcpyHostToDevice);

  with_storage([&](void* storage, size_t& bytes) { cub::DeviceReduce::Sum(storage, bytes, d_in, d_sums, n); });
  cudaMemcpy(sums.data(), d_sums, 4, cudaMemcpyDeviceToHost);
  expect(sums[0] == std::accumulate(in.begin(), in.end(), 0), "DeviceReduce");
  with_storage([&](void* storage, size_t& bytes) { cub::DeviceScan::InclusiveSum(storage, bytes, d_in, d_out, n); });
  cudaMemcpy(out.data(), d_out, n * 4, cudaMemcpyDeviceToHost);
  std::vector<int> expected(n);
  std::partial_sum(in.begin(), in.end(), expected.begin());
  expect(out == expected, "DeviceScan");
  with_storage([&](void* storage, size_t& bytes) { cub::DeviceRadixSort::SortKeys(storage, bytes, d_in, d_out, n); });
  cudaMemcpy(out.data(), d_out, n * 4, cudaMemcpyDeviceToHost);
  expected = in;
  std::sort(expected.begin(), expected.end());
  expect(out == expected, "DeviceRadixSort");

  int* d_warps;
  cudaMalloc(&d_warps, n / 8);
  in_block<<<8, kThreads>>>(d_in, d_sums, d_out, d_warps);
  expect(cudaDeviceSynchronize() == cudaSuccess, "the launch");
  cudaMemcpy(sums.data(), d_sums, 32, cudaMemcpyDeviceToHost);
  cudaMemcpy(out.data(), d_out, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(warp_sums.data(), d_warps, n / 8, cudaMemcpyDeviceToHost);
  for (int block = 0; block < 8; ++block) {
    const auto begin = in.begin() + block * kThreads;
    expect(sums[block] == std::accumulate(begin, begin + kThreads, 0), "BlockReduce");
    std::exclusive_scan(begin, begin + kThreads, expected.begin() + block * kThreads, 0);
  }
  expect(out == expected, "BlockScan");
  for (int warp = 0; warp < n / 32; ++warp)
    expect(warp_sums[warp] == std::accumulate(in.begin() + 32 * warp, in.begin() + 32 * warp + 32, 0), "WarpReduce");
  return failures == 0 ? 0 : 1;
}
