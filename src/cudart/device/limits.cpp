#include "cudart/device/limits.hpp"

#include <algorithm>
#include <utility>

#include "cudart/error/cuda_error.hpp"

namespace heddle::cudart {

Limits::Limits(std::function<bool(std::size_t)> resize_heap)
    : values_{{cudaLimitStackSize, kLeastStackBytes},
              {cudaLimitPrintfFifoSize, 1u << 20},
              {cudaLimitMallocHeapSize, kDefaultHeapBytes},
              {cudaLimitMaxL2FetchGranularity, 64},
              {cudaLimitPersistingL2CacheSize, 0}},
      resize_heap_(std::move(resize_heap)) {}

void Limits::set(cudaLimit limit, std::size_t value) {
  const auto entry = values_.find(limit);
  require(entry != values_.end(), cudaErrorUnsupportedLimit);
  if (limit == cudaLimitMallocHeapSize) require(resize_heap_(value));
  if (limit == cudaLimitStackSize) {
    require(value <= kMostStackBytes);
    value = std::max(value, kLeastStackBytes);
  }
  entry->second = value;
}

std::size_t Limits::get(cudaLimit limit) const {
  const auto entry = values_.find(limit);
  require(entry != values_.end(), cudaErrorUnsupportedLimit);
  return entry->second;
}

}  // namespace heddle::cudart
