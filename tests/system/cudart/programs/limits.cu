// Limits act on the launches after them, and are told as they are used.
#include "check.h"

/// Neither a loop nor a closed form for a compiler: each depth needs its frame.
__device__ __noinline__ unsigned deep(unsigned n) {
  return n == 0 ? 1 : (deep(n - 1) * 3 + n) ^ (n << 2);
}

__global__ void descend(unsigned depth, unsigned* result) { *result = deep(depth); }

__global__ void take(std::size_t bytes, bool* taken) {
  void* const memory = malloc(bytes);
  *taken = memory != nullptr;
  if (memory != nullptr) *static_cast<volatile char*>(memory) = 1;  // or the call is left out
  free(memory);
}

static std::size_t limit(cudaLimit which) {
  std::size_t value = 0;
  OK(cudaDeviceGetLimit(&value, which));
  return value;
}

int main() {
  const std::size_t smallest = 64 << 10;
  CHECK(limit(cudaLimitStackSize) == smallest);
  OK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  CHECK(limit(cudaLimitStackSize) == smallest);
  EXPECT_CODE(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimitStackSize, std::size_t{1} << 40));
  OK(cudaDeviceSetLimit(cudaLimitStackSize, 16 << 20));
  CHECK(limit(cudaLimitStackSize) == 16 << 20);

  // With one register of 4 bytes a frame that is more than the smallest stack.
  const unsigned depth = 20000;
  unsigned expected = 1;
  for (unsigned n = 1; n <= depth; ++n) expected = (expected * 3 + n) ^ (n << 2);
  unsigned* result;
  OK(cudaMallocManaged(&result, sizeof *result));
  descend<<<1, 1>>>(depth, result);
  OK(cudaDeviceSynchronize());
  CHECK(*result == expected);

  OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20));
  CHECK(limit(cudaLimitMallocHeapSize) == 32 << 20);
  bool* taken;
  OK(cudaMallocManaged(&taken, sizeof *taken));
  take<<<1, 1>>>(16 << 20, taken);
  OK(cudaDeviceSynchronize());
  CHECK(*taken);
  EXPECT_CODE(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
}
