// The latency of dependent loads: a ring of pointers in memory, which few threads follow one after
// another. The kernel makes the ring itself. With `cache` 1 the loads may hit in the L1, with 2
// they begin at the L2, with 3 they ask memory again each time.
//   pointer_chase [entries = 4096] [threads that make the ring = 1] [followers = 1] [stride = 1]
//                 [steps = 1024] [cache = 1]
// An entry has 8 bytes and points `stride` entries ahead. The latency is what a step adds to the
// kernel's cycles: the difference between two runs with different steps, over the difference of the
// steps.
#include "../common/workload.cuh"

using Pointer = unsigned long long;

template <int kCache>
__device__ Pointer load(Pointer address) {
  Pointer value;
  if constexpr (kCache == 1) {
    asm volatile("ld.global.ca.u64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
  } else if constexpr (kCache == 2) {
    asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
  } else {
    asm volatile("ld.global.cv.u64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
  }
  return value;
}

template <int kCache>
__global__ void chase(Pointer* ring, unsigned* places, unsigned entries, unsigned followers,
                      unsigned stride, unsigned steps) {
  for (unsigned i = threadIdx.x; i < entries; i += blockDim.x) {
    const unsigned next = i + stride < entries ? i + stride : i + stride - entries;
    ring[i] = reinterpret_cast<Pointer>(ring + next);
  }
  __syncthreads();
  if (threadIdx.x >= followers) return;
  Pointer at = reinterpret_cast<Pointer>(ring + threadIdx.x);
#pragma unroll 4
  for (unsigned step = 0; step < steps; ++step) at = load<kCache>(at);
  places[threadIdx.x] = reinterpret_cast<Pointer*>(at) - ring;
}

int main(int argc, char** argv) {
  const unsigned entries = workload::size_argument(argc, argv, 1, 4096);
  const unsigned threads = workload::size_argument(argc, argv, 2, 1);
  const unsigned followers = workload::size_argument(argc, argv, 3, 1);
  const unsigned stride = workload::size_argument(argc, argv, 4, 1);
  const unsigned steps = workload::size_argument(argc, argv, 5, 1024);
  const unsigned cache = workload::size_argument(argc, argv, 6, 1);
  workload::require(threads <= 1024, "pointer_chase", "there must be at most 1024 threads");
  workload::require(followers <= threads && followers <= entries, "pointer_chase",
                    "there must be at most as many followers as threads and entries");
  workload::require(stride <= entries, "pointer_chase", "the stride must be within the ring");
  workload::require(cache <= 3, "pointer_chase", "the cache must be 1, 2 or 3");
  workload::DeviceArray<Pointer> ring(entries);
  workload::DeviceArray<unsigned> places(followers);
  places.fill_bytes(0xff);
  const auto kernel = cache == 1 ? chase<1> : cache == 2 ? chase<2> : chase<3>;
  kernel<<<1, threads>>>(ring.data(), places.data(), entries, followers, stride, steps);
  CHECK(cudaGetLastError());

  std::vector<unsigned> expected(followers);
  for (unsigned i = 0; i < followers; ++i)
    expected[i] = (i + static_cast<unsigned long long>(steps) * stride) % entries;
  return workload::verdict("pointer_chase", workload::count_different(places.to_host(), expected));
}
