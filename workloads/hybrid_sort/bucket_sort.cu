// The bucket phase of a hybrid sort: a histogram gives the limits of 1024 buckets, each number
// finds its bucket by binary search in a texture, warps count their numbers in shared memory (16
// KiB a block), and the numbers are scattered to memory. Stands for bucketsort in Rodinia's
// hybridsort, with blocks of 128 threads.
//   bucket_sort [numbers = 262144]
#include "buckets.cuh"

/// Bins that are wrong, and numbers that are not where they must be: the buckets' contents as sets,
/// each sorted by itself.
std::size_t count_wrong(const std::vector<float>& numbers, const std::vector<float>& found,
                        const Buckets& buckets) {
  std::vector<float> sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  std::size_t wrong = count_wrong_bins(buckets.histogram, numbers);
  if (buckets.firsts.back() > found.size()) return wrong + numbers.size();
  auto from = sorted.begin();
  for (int bucket = 0; bucket < kBuckets; ++bucket) {
    const auto end = bucket + 1 < kBuckets
                         ? std::lower_bound(from, sorted.end(), buckets.pivots[bucket])
                         : sorted.end();
    const auto first = found.begin() + buckets.firsts[bucket];
    std::vector<float> own(first, first + buckets.counts[bucket]);
    std::sort(own.begin(), own.end());
    wrong += workload::count_different(own, std::vector<float>(from, end));
    from = end;
  }
  return wrong;
}

int main(int argc, char** argv) {
  const int count = workload::size_argument(argc, argv, 1, 1 << 18);
  workload::require(count <= 1 << 26, "bucket_sort", "there may be at most 2^26 numbers");
  const std::vector<float> numbers = workload::random_floats(count, 1);
  const workload::DeviceArray<float> device_numbers(numbers);
  workload::DeviceArray<float> device_buckets(bucket_places(count));
  const Buckets buckets = sort_into_buckets(device_numbers, device_buckets);
  return workload::verdict("bucket_sort", count_wrong(numbers, device_buckets.to_host(), buckets));
}
