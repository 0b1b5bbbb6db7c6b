// Occupancy of a kernel: C++ overloads, and the search for the block size with the highest
// occupancy.
#ifndef HEDDLE_HOST_OCCUPANCY_H
#define HEDDLE_HOST_OCCUPANCY_H

#include "../../cuda_runtime_api.h"

template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T kernel,
                                                                        int block_size,
                                                                        size_t shared) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, reinterpret_cast<const void*>(kernel), block_size, shared, cudaOccupancyDefault);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, T kernel, int block_size, size_t shared, unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, reinterpret_cast<const void*>(kernel), block_size, shared, flags);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, T* kernel,
                                                         const cudaLaunchConfig_t* config) {
  return ::cudaOccupancyMaxActiveClusters(clusters, reinterpret_cast<const void*>(kernel), config);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, T* kernel,
                                                               const cudaLaunchConfig_t* config) {
  return ::cudaOccupancyMaxPotentialClusterSize(size, reinterpret_cast<const void*>(kernel),
                                                config);
}
template <class T>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* shared, T* kernel,
                                                                    int blocks, int block_size) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(shared, reinterpret_cast<const void*>(kernel),
                                                     blocks, block_size);
}

/// Tries every multiple of the warp size, largest first, and keeps the first with the most resident
/// threads. `shared_of(block size)` tells the dynamic shared memory of a block.
template <class SharedOf, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* min_grid_size, int* block_size, T kernel, SharedOf shared_of, int limit = 0,
    unsigned int flags = 0) {
  if (!min_grid_size || !block_size || !kernel) return cudaErrorInvalidValue;
  int device = 0, sm_count = 0, sm_threads = 0, device_limit = 0, warp = 0;
  cudaFuncAttributes attributes;
  cudaError_t error = ::cudaGetDevice(&device);
  if (!error) {
    error = ::cudaDeviceGetAttribute(&sm_threads, cudaDevAttrMaxThreadsPerMultiProcessor, device);
  }
  if (!error) {
    error = ::cudaDeviceGetAttribute(&device_limit, cudaDevAttrMaxThreadsPerBlock, device);
  }
  if (!error) error = ::cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
  if (!error) {
    error = ::cudaDeviceGetAttribute(&sm_count, cudaDevAttrMultiProcessorCount, device);
  }
  if (!error) {
    error = ::cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel));
  }
  if (error) return error;

  int largest =
      device_limit < attributes.maxThreadsPerBlock ? device_limit : attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < largest) largest = limit;
  int best_threads = 0, best_block = 0, best_blocks = 0;
  for (int size = (largest + warp - 1) / warp * warp; size > 0; size -= warp) {
    const int tried = size < largest ? size : largest;
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &blocks, kernel, tried, static_cast<size_t>(shared_of(tried)), flags);
    if (error) return error;
    if (blocks * tried > best_threads) {
      best_threads = blocks * tried;
      best_block = tried;
      best_blocks = blocks;
    }
    if (best_threads == sm_threads) break;
  }
  *min_grid_size = best_blocks * sm_count;
  *block_size = best_block;
  return cudaSuccess;
}
template <class SharedOf, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid_size,
                                                                         int* block_size, T kernel,
                                                                         SharedOf shared_of,
                                                                         int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid_size, block_size, kernel,
                                                                 shared_of, limit);
}

struct HeddleFixedShared {
  size_t bytes;
  size_t operator()(int) const { return bytes; }
};
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid_size,
                                                                      int* block_size, T kernel,
                                                                      size_t shared = 0,
                                                                      int limit = 0,
                                                                      unsigned int flags = 0) {
  HeddleFixedShared fixed = {shared};
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid_size, block_size, kernel,
                                                                 fixed, limit, flags);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid_size, int* block_size,
                                                             T kernel, size_t shared = 0,
                                                             int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(min_grid_size, block_size, kernel, shared,
                                                     limit);
}

#endif
