// Advice on where managed memory should lie, prefetches, and attributes of ranges. In heddle memory
// has one place, so advice and prefetches have no effect. heddle refuses the same requests as CUDA.
#include <cstring>

#include "cudart/api/export.hpp"
#include "cudart/runtime/entry.hpp"

using namespace heddle::cudart;

namespace {

void require_location(const cudaMemLocation& location) {
  switch (location.type) {
    case cudaMemLocationTypeDevice:
      return require(location.id == 0, cudaErrorInvalidDevice);
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNuma:
    case cudaMemLocationTypeHostNumaCurrent:
      return;
    default:
      throw CudaError(cudaErrorInvalidValue);
  }
}

void require_range(Context& context, const void* pointer) {
  require(context.memory().at(pointer).has_value());
}

}  // namespace

/// CUDA 13 has other arguments after the first three. This function ignores all arguments after the
/// first three.
cudaError_t cudaMemAdvise(const void* devPtr, size_t, cudaMemoryAdvise, int) {
  return enter([&](Context& context) { require_range(context, devPtr); });
}

cudaError_t cudaMemAdvise_v2(const void* devPtr, size_t, cudaMemoryAdvise,
                             cudaMemLocation location) {
  return enter([&](Context& context) {
    require_range(context, devPtr);
    require_location(location);
  });
}

/// CUDA 13 has other arguments after the first two. This function ignores all arguments after the
/// first two.
cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t, int, cudaStream_t) {
  return enter([&](Context& context) { require_range(context, devPtr); });
}

cudaError_t cudaMemPrefetchAsync_v2(const void* devPtr, size_t, cudaMemLocation location,
                                    unsigned int flags, cudaStream_t stream) {
  return enter([&](Context& context, ThreadState& thread) {
    require_range(context, devPtr);
    require_location(location);
    require(flags == 0);
    context.stream(stream, thread);
  });
}

cudaError_t cudaMemRangeGetAttribute(void* data, size_t dataSize, cudaMemRangeAttribute,
                                     const void* devPtr, size_t) {
  return enter([&](Context& context) {
    require(data != nullptr && dataSize >= sizeof(int));
    require_range(context, devPtr);
    std::memset(data, 0, dataSize);
  });
}

cudaError_t cudaMemRangeGetAttributes(void** data, size_t* dataSizes, cudaMemRangeAttribute*,
                                      size_t numAttributes, const void* devPtr, size_t) {
  return enter([&](Context& context) {
    require(data != nullptr && dataSizes != nullptr && numAttributes != 0);
    require_range(context, devPtr);
    for (std::size_t i = 0; i < numAttributes; ++i) {
      require(data[i] != nullptr && dataSizes[i] >= sizeof(int));
      std::memset(data[i], 0, dataSizes[i]);
    }
  });
}
