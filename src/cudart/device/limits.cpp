#include "cudart/device/limits.hpp"

#include <algorithm>
#include <utility>

#include "cudart/error/cuda_error.hpp"

namespace heddle::cudart {

Limits::Limits(std::function<bool(std::size_t)> resize_heap, sim::DeviceRuntimeSettings& launches)
    : values_{{cudaLimitStackSize, kLeastStackBytes},
              {cudaLimitPrintfFifoSize, 1u << 20},
              {cudaLimitMallocHeapSize, kDefaultHeapBytes},
              {cudaLimitDevRuntimeSyncDepth, launches.sync_depth},
              {cudaLimitDevRuntimePendingLaunchCount, launches.pending_launches},
              {cudaLimitMaxL2FetchGranularity, 64},
              {cudaLimitPersistingL2CacheSize, 0}},
      resize_heap_(std::move(resize_heap)),
      launches_(launches) {}

void Limits::set(cudaLimit limit, std::size_t value) {
  const auto entry = values_.find(limit);
  require(entry != values_.end(), cudaErrorUnsupportedLimit);
  if (limit == cudaLimitMallocHeapSize) require(resize_heap_(value));
  if (limit == cudaLimitStackSize) {
    require(value <= kMostStackBytes);
    value = std::max(value, kLeastStackBytes);
  }
  if (limit == cudaLimitDevRuntimeSyncDepth) {
    require(value <= sim::DeviceRuntimeSettings::kMostSyncDepth, cudaErrorMemoryAllocation);
    launches_.sync_depth = static_cast<std::uint32_t>(value);
  }
  if (limit == cudaLimitDevRuntimePendingLaunchCount) launches_.pending_launches = value;
  entry->second = value;
}

std::size_t Limits::get(cudaLimit limit) const {
  const auto value = find(limit);
  require(value.has_value(), cudaErrorUnsupportedLimit);
  return *value;
}

std::optional<std::size_t> Limits::find(cudaLimit limit) const {
  const auto entry = values_.find(limit);
  return entry == values_.end() ? std::nullopt : std::optional(entry->second);
}

}  // namespace heddle::cudart
