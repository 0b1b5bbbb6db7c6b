// Sort of numbers: into buckets, then each bucket by merging runs of sorted fours. A thread merges
// two runs alone, four numbers at a time, read through a texture: few threads with long loops,
// apart in memory, until one thread has a bucket. Stands for hybridsort of Rodinia.
//   hybrid_sort [numbers = 131072]
#include <limits>
#include <utility>

#include "buckets.cuh"

constexpr int kMergeThreads = 256;
constexpr int kFewestMergeBlocks = 8;

/// Of the buckets: where their fours start, and the end; where their numbers go in the result.
__constant__ int first_fours[kBuckets + 1];
__constant__ int first_results[kBuckets + 1];

__device__ void order(float& a, float& b) {
  const float low = fminf(a, b);
  b = fmaxf(a, b);
  a = low;
}

__device__ float4 sorted(float4 four) {
  order(four.x, four.y);
  order(four.z, four.w);
  order(four.x, four.z);
  order(four.y, four.w);
  order(four.y, four.z);
  return four;
}

/// The lower and the higher four of two sorted fours.
__device__ float4 lower_four(float4 a, float4 b) {
  return sorted({fminf(a.x, b.w), fminf(a.y, b.z), fminf(a.z, b.y), fminf(a.w, b.x)});
}
__device__ float4 higher_four(float4 a, float4 b) {
  return sorted({fmaxf(a.x, b.w), fmaxf(a.y, b.z), fmaxf(a.z, b.y), fmaxf(a.w, b.x)});
}

__global__ void sort_fours(cudaTextureObject_t from, float4* to, int fours) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < fours) to[i] = sorted(tex1Dfetch<float4>(from, i));
}

/// Merges two runs of `run` fours of a bucket; its last run may be shorter, or have no partner.
__global__ void merge_runs(cudaTextureObject_t from, float4* to, int run, int threads_per_bucket) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int bucket = thread / threads_per_bucket;
  if (bucket >= kBuckets) return;
  const int end = first_fours[bucket + 1];
  int a = first_fours[bucket] + thread % threads_per_bucket * 2 * run, b = a + run;
  if (a >= end) return;
  const int end_a = min(b, end), end_b = min(b + run, end);
  int result = a;
  if (b >= end) {
    while (a < end_a) to[result++] = tex1Dfetch<float4>(from, a++);
    return;
  }
  // `left` are the highest so far, which are not stored yet; the run whose next four begins lower
  // gives its own.
  float4 left = tex1Dfetch<float4>(from, a++), next = tex1Dfetch<float4>(from, b++);
  while (true) {
    to[result++] = lower_four(left, next);
    left = higher_four(left, next);
    if (a >= end_a && b >= end_b) break;
    const float4 next_a = tex1Dfetch<float4>(from, min(a, end_a - 1));
    const float4 next_b = tex1Dfetch<float4>(from, min(b, end_b - 1));
    const bool take_a = b >= end_b || (a < end_a && next_a.x < next_b.x);
    next = take_a ? next_a : next_b;
    ++(take_a ? a : b);
  }
  to[result] = left;
}

/// Leaves out what fills up the last fours of the buckets, a row of blocks for each bucket.
__global__ void pack_buckets(const float* from, float* to) {
  const int bucket = blockIdx.y, i = blockIdx.x * blockDim.x + threadIdx.x;
  const int result = first_results[bucket] + i;
  if (result < first_results[bucket + 1]) to[result] = from[first_fours[bucket] * 4 + i];
}

/// Tells the merging kernels where the buckets lie; returns the fours of the largest.
int copy_layout(const Buckets& buckets) {
  std::vector<int> fours, results(1, 0);
  for (const unsigned first : buckets.firsts) fours.push_back(static_cast<int>(first / 4));
  for (const unsigned own : buckets.counts) results.push_back(results.back() + own);
  CHECK(cudaMemcpyToSymbol(first_fours, fours.data(), fours.size() * sizeof(int)));
  CHECK(cudaMemcpyToSymbol(first_results, results.data(), results.size() * sizeof(int)));
  int largest = 1;
  for (int i = 0; i < kBuckets; ++i) largest = std::max(largest, fours[i + 1] - fours[i]);
  return largest;
}

struct Sorted {
  std::vector<unsigned> histogram;
  std::vector<float> numbers;
};

Sorted sort_on_device(const std::vector<float>& numbers) {
  const workload::DeviceArray<float> unsorted(numbers);
  const int fours = static_cast<int>(bucket_places(numbers.size()) / 4);
  // What no number fills sorts behind the numbers of its bucket.
  workload::DeviceArray<float> first(
      std::vector<float>(fours * 4, std::numeric_limits<float>::infinity()));
  workload::DeviceArray<float> second(first.size()), result(numbers.size());
  const Buckets buckets = sort_into_buckets(unsorted, first);
  const int largest = copy_layout(buckets);

  float4* from = reinterpret_cast<float4*>(first.data());
  float4* to = reinterpret_cast<float4*>(second.data());
  {
    const workload::LinearTexture<float4> texture(from, fours);
    sort_fours<<<workload::blocks_for(fours, kMergeThreads), kMergeThreads>>>(texture.object(), to,
                                                                              fours);
    CHECK(cudaDeviceSynchronize());
  }
  for (int run = 1; run < largest; run *= 2) {
    std::swap(from, to);
    const workload::LinearTexture<float4> texture(from, fours);
    const int per_bucket = workload::blocks_for(largest, 2 * run), all = per_bucket * kBuckets;
    const int blocks = std::max(workload::blocks_for(all, kMergeThreads), kFewestMergeBlocks);
    const int threads = std::min(kMergeThreads, workload::blocks_for(all, blocks));
    merge_runs<<<blocks, threads>>>(texture.object(), to, run, per_bucket);
    CHECK(cudaDeviceSynchronize());
  }
  pack_buckets<<<dim3(workload::blocks_for(largest * 4, kMergeThreads), kBuckets), kMergeThreads>>>(
      reinterpret_cast<float*>(to), result.data());
  CHECK(cudaGetLastError());
  return {buckets.histogram, result.to_host()};
}

int main(int argc, char** argv) {
  const int count = workload::size_argument(argc, argv, 1, 1 << 17);
  workload::require(count <= 1 << 26, "hybrid_sort", "there may be at most 2^26 numbers");
  std::vector<float> numbers = workload::random_floats(count, 1);
  const Sorted sorted = sort_on_device(numbers);
  const std::size_t wrong_bins = count_wrong_bins(sorted.histogram, numbers);
  std::sort(numbers.begin(), numbers.end());
  return workload::verdict("hybrid_sort",
                           wrong_bins + workload::count_different(sorted.numbers, numbers));
}
