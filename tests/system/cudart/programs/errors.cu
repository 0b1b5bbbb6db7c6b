// The codes of refused calls, and the thread's last error.
#include <cstring>

#include "check.h"

__global__ void nothing() {}
__global__ void bounded(int) {}
__global__ void wide() {
  extern __shared__ int scratch[];
  scratch[threadIdx.x] = 0;
}

static void not_a_kernel() {}

int main() {
  EXPECT_CODE(cudaSuccess, cudaGetLastError());
  nothing<<<1, 1025>>>();
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  CHECK(cudaGetLastError() == cudaSuccess);
  nothing<<<0, 1>>>();
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  nothing<<<dim3(1, 65536, 1), 1>>>();
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  wide<<<1, 32, 1 << 20>>>();
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  nothing<<<1, 1>>>();
  OK(cudaDeviceSynchronize());

  void* memory;
  EXPECT_CODE(cudaErrorMemoryAllocation, cudaMalloc(&memory, std::size_t{1} << 45));
  CHECK(memory == nullptr);
  EXPECT_CODE(cudaErrorInvalidValue, cudaMalloc(static_cast<void**>(nullptr), 16));
  EXPECT_CODE(cudaErrorInvalidDevice, cudaSetDevice(1));
  EXPECT_CODE(cudaErrorInvalidDeviceFunction,
              cudaLaunchKernel(reinterpret_cast<const void*>(not_a_kernel), 1, 1, nullptr, 0, 0));
  EXPECT_CODE(cudaErrorInvalidResourceHandle,
              cudaStreamQuery(reinterpret_cast<cudaStream_t>(0x1234)));
  EXPECT_CODE(cudaErrorInvalidValue, cudaHostGetDevicePointer(&memory, &memory, 0));
  EXPECT_CODE(cudaErrorUnsupportedLimit, cudaDeviceSetLimit(static_cast<cudaLimit>(99), 1));
  CHECK(cudaGetLastError() == cudaErrorUnsupportedLimit);

  CHECK(std::strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") == 0);
  CHECK(std::strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory") == 0);
}
