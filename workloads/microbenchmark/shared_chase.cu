// Latency and bandwidth of shared memory: a ring of indices in shared memory that some or all
// threads of a block follow. One follower measures the latency, all threads the bandwidth; threads
// that begin `spread` words apart meet in banks.
//   shared_chase [words = 12288] [threads = 1024] [followers = 1024] [stride = 1024] [steps = 512]
//                [spread = 1]
// A word holds the index `stride` words ahead.
#include "../common/workload.cuh"

__global__ void chase_shared(unsigned* places, unsigned words, unsigned followers, unsigned stride,
                             unsigned steps, unsigned spread) {
  extern __shared__ unsigned ring[];
  for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
    ring[i] = i + stride < words ? i + stride : i + stride - words;
  __syncthreads();
  if (threadIdx.x >= followers) return;
  unsigned at = threadIdx.x * spread % words;
#pragma unroll 8
  for (unsigned step = 0; step < steps; ++step) at = ring[at];
  places[threadIdx.x] = at;
}

int main(int argc, char** argv) {
  const unsigned words = workload::size_argument(argc, argv, 1, 12288);
  const unsigned threads = workload::size_argument(argc, argv, 2, 1024);
  const unsigned followers = workload::size_argument(argc, argv, 3, 1024);
  const unsigned stride = workload::size_argument(argc, argv, 4, 1024);
  const unsigned steps = workload::size_argument(argc, argv, 5, 512);
  const unsigned spread = workload::size_argument(argc, argv, 6, 1);
  workload::require(words <= 12288, "shared_chase",
                    "there must be at most 12288 words, which are 48 KiB");
  workload::require(threads <= 1024, "shared_chase", "there must be at most 1024 threads");
  workload::require(followers <= threads, "shared_chase",
                    "there must be at most as many followers as threads");
  workload::require(stride <= words, "shared_chase", "the stride must be within the ring");
  workload::require(spread <= words, "shared_chase", "the spread must be within the ring");
  workload::DeviceArray<unsigned> places(followers);
  places.fill_bytes(0xff);
  chase_shared<<<1, threads, words * sizeof(unsigned)>>>(places.data(), words, followers, stride,
                                                         steps, spread);
  CHECK(cudaGetLastError());
  std::vector<unsigned> expected(followers);
  for (unsigned i = 0; i < followers; ++i) {
    const unsigned long long first = static_cast<unsigned long long>(i) * spread % words;
    expected[i] = (first + static_cast<unsigned long long>(steps) * stride) % words;
  }
  return workload::verdict("shared_chase", workload::count_different(places.to_host(), expected));
}
