// What the device says of itself, kernels' attributes, occupancy, limits.
#include <algorithm>
#include <cstring>

#include "check.h"

__global__ void __launch_bounds__(256) plain(int* p) {
  __shared__ int tile[128];
  tile[threadIdx.x % 128] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = tile[(threadIdx.x + 1) % 128];
}

static void device() {
  int count = 0, current = -1, driver = 0, version = 0;
  OK(cudaGetDeviceCount(&count));
  CHECK(count == 1);
  OK(cudaSetDevice(0));
  OK(cudaGetDevice(&current));
  CHECK(current == 0);
  OK(cudaDriverGetVersion(&driver));
  OK(cudaRuntimeGetVersion(&version));
  CHECK(version == CUDART_VERSION && driver >= version);
  cudaDeviceProp p;
  OK(cudaGetDeviceProperties(&p, 0));
  CHECK(std::strncmp(p.name, "heddle ", 7) == 0);
  CHECK(p.major == 7 && p.minor == 5 && p.warpSize == 32 && p.multiProcessorCount > 0);
  EXPECT_CODE(cudaErrorInvalidDevice, cudaGetDeviceProperties(&p, 1));
  int value = 0;
  OK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
  CHECK(value == p.multiProcessorCount);
  std::size_t free, total;
  OK(cudaMemGetInfo(&free, &total));
  CHECK(total == p.totalGlobalMem && free <= total);
}

static void kernels() {
  cudaFuncAttributes attributes;
  OK(cudaFuncGetAttributes(&attributes, plain));
  CHECK(attributes.sharedSizeBytes == 512 && attributes.maxThreadsPerBlock == 256);
  CHECK(attributes.numRegs > 0 && attributes.localSizeBytes == 0 && attributes.binaryVersion == 75);
  OK(cudaFuncSetCacheConfig(plain, cudaFuncCachePreferL1));
  OK(cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
  EXPECT_CODE(cudaErrorInvalidValue,
              cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 24));

  cudaDeviceProp p;
  OK(cudaGetDeviceProperties(&p, 0));
  int blocks = 0, grid = 0, block = 0;
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 256, 0));
  const int by_threads = p.maxThreadsPerMultiProcessor / 256;
  CHECK(blocks == std::min(by_threads, p.maxBlocksPerMultiProcessor));
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 256,
                                                   p.sharedMemPerMultiprocessor / 2));
  CHECK(blocks == 1);
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 512, 0));
  CHECK(blocks == 0);  // more than its launch bound
  OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain));
  CHECK(block > 0 && block <= 256 && grid >= p.multiProcessorCount);
  std::size_t dynamic = 0;
  OK(cudaOccupancyAvailableDynamicSMemPerBlock(&dynamic, plain, 2, 256));
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 256, dynamic));
  CHECK(blocks == 2);
}

static void limits() {
  std::size_t value = 0;
  OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32u << 20));
  OK(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
  CHECK(value == 32u << 20);
  OK(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize));
  CHECK(value > 0);
  int least = 1, greatest = 1;
  OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  CHECK(least == 0 && greatest < 0);
  OK(cudaProfilerStart());
  OK(cudaProfilerStop());
}

int main() {
  device();
  kernels();
  limits();
  OK(cudaDeviceReset());
  kernels();  // the device code is there again
}
