// Functions for kernels: attributes, and the number of blocks that fit on an SM.
#include <algorithm>

#include "cudart/api/code/cache_preference.hpp"
#include "cudart/api/export.hpp"
#include "cudart/runtime/entry.hpp"

using namespace heddle::cudart;

namespace {

std::uint32_t blocks_per_sm(Context& context, const DeviceFunction& function, int block_threads,
                            std::size_t dynamic_shared) {
  require(block_threads > 0 && dynamic_shared <= context.description().shared_per_sm);
  const auto threads = static_cast<std::uint32_t>(block_threads);
  if (threads > max_block_threads(*function.program, context.description())) return 0;
  return context.device()
      .occupancy(*function.program, threads, static_cast<std::uint32_t>(dynamic_shared),
                 context.preferred_shared(function))
      .blocks_per_sm;
}

void set_attribute(Context& context, DeviceFunction& function, cudaFuncAttribute attribute,
                   int value) {
  switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize: {
      const std::uint32_t most = context.description().shared_per_block_optin;
      require(value >= 0 &&
              static_cast<std::uint32_t>(value) + function.program->shared_bytes <= most);
      function.max_dynamic_shared = value;
      return;
    }
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      require(value >= cudaSharedmemCarveoutDefault && value <= cudaSharedmemCarveoutMaxShared);
      function.carveout = value;
      return;
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
      function.large_clusters = value != 0;
      return;
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
      return;
    default:
      throw CudaError(cudaErrorInvalidValue);
  }
}

cudaFuncAttributes attributes_of(Context& context, const DeviceFunction& function) {
  const heddle::isa::Program& program = *function.program;
  cudaFuncAttributes attributes{};
  attributes.sharedSizeBytes = program.shared_bytes;
  attributes.localSizeBytes = program.local_bytes;
  attributes.maxThreadsPerBlock =
      static_cast<int>(max_block_threads(program, context.description()));
  attributes.numRegs = static_cast<int>(program.registers);
  attributes.ptxVersion = attributes.binaryVersion =
      static_cast<int>(context.description().capability);
  attributes.maxDynamicSharedSizeBytes = static_cast<int>(
      dynamic_shared_limit(program, context.description(), function.max_dynamic_shared));
  attributes.preferredShmemCarveout = function.carveout;
  return attributes;
}

}  // namespace

/// Writes only the members that the structure of CUDA 11.0 has, because programs built against CUDA
/// 11.0 have this shorter structure.
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) {
  return enter([&](Context& context) {
    require(attr != nullptr);
    const cudaFuncAttributes attributes = attributes_of(context, context.function(func));
    std::copy_n(reinterpret_cast<const char*>(&attributes),
                offsetof(cudaFuncAttributes, clusterDimMustBeSet), reinterpret_cast<char*>(attr));
  });
}

cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute attr, int value) {
  return enter(
      [&](Context& context) { set_attribute(context, context.function(func), attr, value); });
}

cudaError_t cudaFuncSetCacheConfig(const void* func, cudaFuncCache config) {
  return enter([&](Context& context) {
    require_preference(config);
    context.function(func).cache = config;
  });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* func, cudaSharedMemConfig) {
  return enter([&](Context& context) { context.function(func); });
}

cudaError_t cudaFuncGetParamInfo(const void* func, size_t paramIndex, size_t* paramOffset,
                                 size_t* paramSize) {
  return enter([&](Context& context) {
    const auto& parameters = context.function(func).program->parameters;
    require(paramIndex < parameters.size() && paramOffset != nullptr);
    *paramOffset = parameters[paramIndex].offset;
    if (paramSize != nullptr) *paramSize = parameters[paramIndex].bytes;
  });
}

HEDDLE_EXPORT cudaError_t cudaFuncGetName(const char** name, const void* func) {
  return enter_runtime([&](Runtime& state) {
    const DeviceFunction* const function = state.registry().find_function(func);
    require(name != nullptr);
    require(function != nullptr, cudaErrorInvalidDeviceFunction);
    *name = function->name.c_str();
  });
}

HEDDLE_EXPORT cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* symbol) {
  return enter_runtime([&](Runtime& state) {
    DeviceFunction* const found = state.registry().find_function(symbol);
    require(function != nullptr);
    require(found != nullptr, cudaErrorInvalidDeviceFunction);
    *function = reinterpret_cast<cudaFunction_t>(found);
  });
}

cudaError_t cudaSetDoubleForDevice(double*) {
  return enter_runtime([](Runtime&) {});
}

cudaError_t cudaSetDoubleForHost(double*) {
  return enter_runtime([](Runtime&) {});
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* func,
                                                                   int blockSize,
                                                                   size_t dynamicSMemSize,
                                                                   unsigned int) {
  return enter([&](Context& context) {
    require(numBlocks != nullptr);
    *numBlocks = static_cast<int>(
        blocks_per_sm(context, context.function(func), blockSize, dynamicSMemSize));
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* func,
                                                          int blockSize, size_t dynamicSMemSize) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      numBlocks, func, blockSize, dynamicSMemSize, cudaOccupancyDefault);
}

/// Finds the most dynamic shared memory with which `numBlocks` blocks fit on an SM, by bisection.
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, const void* func,
                                                      int numBlocks, int blockSize) {
  return enter([&](Context& context) {
    require(dynamicSmemSize != nullptr && numBlocks > 0);
    const DeviceFunction& function = context.function(func);
    const auto wanted = static_cast<std::uint32_t>(numBlocks);
    const auto fits = [&](std::size_t bytes) {
      return blocks_per_sm(context, function, blockSize, bytes) >= wanted;
    };
    require(fits(0));
    std::size_t low = 0;
    std::size_t high = context.description().shared_per_sm + std::size_t{1};
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (fits(middle) ? low : high) = middle;
    }
    *dynamicSmemSize = low;
  });
}
