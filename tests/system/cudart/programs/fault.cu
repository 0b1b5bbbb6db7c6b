// A kernel's bad access ends the device: the message names it, every later call gets the code.
// First argument: what the kernel does.
#include <cassert>
#include <cstdlib>
#include <cstring>

#include "check.h"

__global__ void outside(int* buffer) { buffer[threadIdx.x + 1000] = 1; }
__global__ void crooked(char* buffer) { *reinterpret_cast<int*>(buffer + 1) = 1; }
__global__ void null_pointer(int* pointer) { *pointer = 1; }
__global__ void claim(int x) { assert(x == 2); }
__global__ void give_up() { __trap(); }
__global__ void stop_here() { __brkpt(); }
__device__ __noinline__ unsigned deep(unsigned n) {
  return n == 0 ? 1 : (deep(n - 1) * 3 + n) ^ (n << 2);
}
__global__ void descend(unsigned* buffer) { *buffer = deep(1 << 20); }

static cudaError_t expected(const char* what, int* buffer) {
  if (std::strcmp(what, "outside") == 0) {
    outside<<<2, 32>>>(buffer);
    return cudaErrorIllegalAddress;
  }
  if (std::strcmp(what, "crooked") == 0) {
    crooked<<<1, 1>>>(reinterpret_cast<char*>(buffer));
    return cudaErrorMisalignedAddress;
  }
  if (std::strcmp(what, "null") == 0) {
    null_pointer<<<1, 1>>>(nullptr);
    return cudaErrorIllegalAddress;
  }
  if (std::strcmp(what, "assert") == 0) {
    claim<<<1, 1>>>(3);
    return cudaErrorAssert;
  }
  if (std::strcmp(what, "stack") == 0) {
    descend<<<1, 1>>>(reinterpret_cast<unsigned*>(buffer));
    return cudaErrorHardwareStackError;
  }
  if (std::strcmp(what, "brkpt") == 0)
    stop_here<<<1, 1>>>();
  else
    give_up<<<1, 1>>>();
  return cudaErrorLaunchFailure;
}

int main(int, char** argv) {
  int* buffer;
  OK(cudaMalloc(&buffer, 1000 * sizeof(int)));
  const cudaError_t code = expected(argv[1], buffer);
  OK(cudaGetLastError());
  EXPECT_CODE(code, cudaDeviceSynchronize());
  CHECK(cudaGetLastError() == code);
  CHECK(cudaGetLastError() == code);  // it stays
  int *other, host = 0;
  EXPECT_CODE(code, cudaMalloc(&other, 4));
  EXPECT_CODE(code, cudaFree(buffer));
  EXPECT_CODE(code, cudaMemcpy(&host, buffer, 4, cudaMemcpyDeviceToHost));
  EXPECT_CODE(code, cudaDeviceSynchronize());
  std::printf("checked\n");
}
