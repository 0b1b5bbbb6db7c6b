// Thrust's common algorithms against the host's.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

static int failures = 0;
static void expect(bool holds, const char* what) {
  if (!holds && ++failures) std::fprintf(stderr, "%s is wrong\n", what);
}

struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x & 1; }
};
struct Affine {
  __host__ __device__ int operator()(int x, int y) const { return 3 * x + y; }
};

int main() {
  constexpr int n = 3000;
  std::mt19937 random(3);
  std::vector<int> in(n), values(n);
  for (int& x : in) x = random() % 500;
  std::iota(values.begin(), values.end(), 0);

  thrust::device_vector<int> d = in;
  expect(thrust::reduce(d.begin(), d.end()) == std::accumulate(in.begin(), in.end(), 0), "reduce");

  thrust::device_vector<int> scanned(n);
  std::vector<int> expected(n);
  thrust::inclusive_scan(d.begin(), d.end(), scanned.begin());
  std::partial_sum(in.begin(), in.end(), expected.begin());
  expect(thrust::host_vector<int>(scanned) == thrust::host_vector<int>(expected), "inclusive_scan");
  thrust::exclusive_scan(d.begin(), d.end(), scanned.begin(), 7);
  std::exclusive_scan(in.begin(), in.end(), expected.begin(), 7);
  expect(thrust::host_vector<int>(scanned) == thrust::host_vector<int>(expected), "exclusive_scan");

  thrust::device_vector<int> counted(n);
  thrust::sequence(counted.begin(), counted.end());
  thrust::transform(d.begin(), d.end(), counted.begin(), scanned.begin(), Affine());
  std::transform(in.begin(), in.end(), values.begin(), expected.begin(), Affine());
  expect(thrust::host_vector<int>(scanned) == thrust::host_vector<int>(expected), "transform");

  thrust::device_vector<int> odd(n);
  const auto end = thrust::copy_if(d.begin(), d.end(), odd.begin(), IsOdd());
  std::vector<int> odd_expected;
  std::copy_if(in.begin(), in.end(), std::back_inserter(odd_expected), IsOdd());
  odd.resize(end - odd.begin());
  expect(thrust::host_vector<int>(odd) == thrust::host_vector<int>(odd_expected), "copy_if");

  thrust::device_vector<int> keys = in, payload = values;
  thrust::stable_sort_by_key(keys.begin(), keys.end(), payload.begin());
  std::vector<int> order = values;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return in[a] < in[b]; });
  expect(thrust::host_vector<int>(payload) == thrust::host_vector<int>(order), "sort_by_key");
  std::vector<int> sorted = in;
  std::sort(sorted.begin(), sorted.end());
  expect(thrust::host_vector<int>(keys) == thrust::host_vector<int>(sorted), "the sorted keys");

  d = in;
  thrust::sort(d.begin(), d.end());
  expect(thrust::host_vector<int>(d) == thrust::host_vector<int>(sorted), "sort");
  const auto last = thrust::unique(d.begin(), d.end());
  d.resize(last - d.begin());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  expect(thrust::host_vector<int>(d) == thrust::host_vector<int>(sorted), "unique");
  return failures == 0 ? 0 : 1;
}
