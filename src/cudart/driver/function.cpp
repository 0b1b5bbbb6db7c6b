// The driver API: attributes of functions, and the number of blocks that fit on an SM.
#include <algorithm>

#include "cudart/driver/driver_call.hpp"

using namespace heddle::cudart;

namespace {

cudaError_t read_attribute(int* value, CUfunction_attribute attribute, const void* function) {
  cudaFuncAttributes all{};
  const cudaError_t found = cudaFuncGetAttributes(&all, function);
  if (found != cudaSuccess) return found;
  heddle::Dim3 cluster;
  bool needs_cluster = false, large_clusters = false;
  const cudaError_t known = enter([&](Context& context) {
    const DeviceFunction& of = context.function(function);
    cluster = of.program->cluster;
    needs_cluster = of.program->needs_cluster;
    large_clusters = of.large_clusters;
  });
  if (known != cudaSuccess) return known;
  const int numbers[] = {all.maxThreadsPerBlock,
                         static_cast<int>(all.sharedSizeBytes),
                         static_cast<int>(all.constSizeBytes),
                         static_cast<int>(all.localSizeBytes),
                         all.numRegs,
                         all.ptxVersion,
                         all.binaryVersion,
                         all.cacheModeCA,
                         all.maxDynamicSharedSizeBytes,
                         all.preferredShmemCarveout,
                         needs_cluster ? 1 : 0,
                         static_cast<int>(cluster.x),
                         static_cast<int>(cluster.y),
                         static_cast<int>(cluster.z),
                         large_clusters ? 1 : 0};
  return enter_runtime([&](Runtime&) {
    require(value != nullptr && attribute >= 0 && attribute < CU_FUNC_ATTRIBUTE_MAX);
    // The attribute after these is a hint for the placement of clusters.
    *value = attribute < std::ssize(numbers) ? numbers[attribute] : 0;
  });
}

cudaError_t set_attribute(const void* function, CUfunction_attribute attribute, int value) {
  return cudaFuncSetAttribute(function, static_cast<cudaFuncAttribute>(attribute), value);
}

cudaError_t set_cache(const void* function, CUfunc_cache config) {
  return cudaFuncSetCacheConfig(function, static_cast<cudaFuncCache>(config));
}

struct BlockChoice {
  int blocks_per_sm = 0, threads = 0;
  int resident() const { return blocks_per_sm * threads; }
};

/// The size of blocks with which the most threads are resident on an SM; of equal sizes the
/// largest.
cudaError_t best_block(CUfunction function, CUoccupancyB2DSize shared_of, std::size_t shared,
                       int limit, BlockChoice& best) {
  cudaFuncAttributes attributes{};
  cudaError_t result = cudaFuncGetAttributes(&attributes, function);
  if (result != cudaSuccess) return result;
  constexpr int kStep = 32;  // threads of a warp
  const int most =
      limit > 0 ? std::min(limit, attributes.maxThreadsPerBlock) : attributes.maxThreadsPerBlock;
  const int first = (most + kStep - 1) / kStep * kStep;
  for (int asked = first; asked > 0; asked -= kStep) {
    BlockChoice choice;
    choice.threads = std::min(asked, most);
    const std::size_t bytes = shared_of == nullptr ? shared : shared_of(choice.threads);
    result = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&choice.blocks_per_sm, function,
                                                           choice.threads, bytes);
    if (result != cudaSuccess) return result;
    if (choice.resident() > best.resident()) best = choice;
  }
  return cudaSuccess;
}

CUresult potential_block_size(int* grid, int* block, CUfunction function,
                              CUoccupancyB2DSize shared_of, std::size_t shared, int limit,
                              const char* name = __builtin_FUNCTION()) {
  return driver_call(
      [&] {
        BlockChoice best;
        const cudaError_t found = best_block(function, shared_of, shared, limit, best);
        if (found != cudaSuccess) return found;
        return enter([&](Context& context) {
          require(grid != nullptr && block != nullptr);
          *block = best.threads;
          *grid = best.blocks_per_sm * static_cast<int>(context.description().sm_count);
        });
      },
      name);
}

}  // namespace

CUresult cuFuncGetAttribute(int* pi, CUfunction_attribute attrib, CUfunction hfunc) {
  return driver_call([&] { return read_attribute(pi, attrib, hfunc); });
}

CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value) {
  return driver_call([&] { return set_attribute(hfunc, attrib, value); });
}

CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config) {
  return driver_call([&] { return set_cache(hfunc, config); });
}

CUresult cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config) {
  return driver_call(
      [&] { return cudaFuncSetSharedMemConfig(hfunc, static_cast<cudaSharedMemConfig>(config)); });
}

CUresult cuFuncGetModule(CUmodule* hmod, CUfunction hfunc) {
  return driver_call([&] {
    return enter([&](Context& context) {
      require(hmod != nullptr);
      *hmod = reinterpret_cast<CUmodule>(context.function(hfunc).binary);
    });
  });
}

CUresult cuFuncGetName(const char** name, CUfunction hfunc) {
  return driver_call([&] { return cudaFuncGetName(name, hfunc); });
}

CUresult cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t* paramOffset,
                            size_t* paramSize) {
  return driver_call(
      [&] { return cudaFuncGetParamInfo(func, paramIndex, paramOffset, paramSize); });
}

CUresult cuKernelGetFunction(CUfunction* pFunc, CUkernel kernel) {
  return driver_call([&] {
    return enter([&](Context& context) {
      require(pFunc != nullptr);
      *pFunc = reinterpret_cast<CUfunction>(&context.function(kernel));
    });
  });
}

CUresult cuKernelGetName(const char** name, CUkernel hfunc) {
  return driver_call([&] { return cudaFuncGetName(name, hfunc); });
}

CUresult cuKernelGetAttribute(int* pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice) {
  return driver_call([&] { return read_attribute(pi, attrib, kernel); });
}

CUresult cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice) {
  return driver_call([&] { return set_attribute(kernel, attrib, val); });
}

CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice) {
  return driver_call([&] { return set_cache(kernel, config); });
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, CUfunction func, int blockSize,
                                                     size_t dynamicSMemSize) {
  return driver_call([&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, func, blockSize,
                                                         dynamicSMemSize);
  });
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, CUfunction func,
                                                              int blockSize, size_t dynamicSMemSize,
                                                              unsigned int flags) {
  return driver_call([&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize,
                                                                  dynamicSMemSize, flags);
  });
}

CUresult cuOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, CUfunction func,
                                          CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                          size_t dynamicSMemSize, int blockSizeLimit) {
  return potential_block_size(minGridSize, blockSize, func, blockSizeToDynamicSMemSize,
                              dynamicSMemSize, blockSizeLimit);
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize,
                                                   CUfunction func,
                                                   CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                   size_t dynamicSMemSize, int blockSizeLimit,
                                                   unsigned int) {
  return potential_block_size(minGridSize, blockSize, func, blockSizeToDynamicSMemSize,
                              dynamicSMemSize, blockSizeLimit);
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, CUfunction func,
                                                 int numBlocks, int blockSize) {
  return driver_call([&] {
    return cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, func, numBlocks, blockSize);
  });
}
