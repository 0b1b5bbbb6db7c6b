// The device's limits (cudaDeviceSetLimit), and its preferences for caches and shared memory.
#include "cudart/runtime/entry.hpp"

using namespace heddle::cudart;

namespace {

cudaError_t set_limit(cudaLimit limit, std::size_t value, const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) { context.limits().set(limit, value); });
}

cudaError_t get_limit(std::size_t* value, cudaLimit limit,
                      const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    require(value != nullptr);
    *value = context.limits().get(limit);
  });
}

/// Accepts a preference. The preference has no effect, because the machine's configuration sets the
/// split between cache and shared memory.
cudaError_t accept_preference(const char* call = __builtin_FUNCTION()) {
  return enter(call, [](Context&) {});
}

template <typename Value>
cudaError_t answer(Value* to, Value value, const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context&) {
    require(to != nullptr);
    *to = value;
  });
}

}  // namespace

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) { return set_limit(limit, value); }
cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) { return set_limit(limit, value); }
cudaError_t cudaDeviceGetLimit(size_t* pValue, cudaLimit limit) { return get_limit(pValue, limit); }
cudaError_t cudaThreadGetLimit(size_t* pValue, cudaLimit limit) { return get_limit(pValue, limit); }

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return accept_preference(); }
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache) { return accept_preference(); }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return accept_preference(); }

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* pCacheConfig) {
  return answer(pCacheConfig, cudaFuncCachePreferNone);
}

cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* pCacheConfig) {
  return answer(pCacheConfig, cudaFuncCachePreferNone);
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* pConfig) {
  return answer(pConfig, cudaSharedMemBankSizeFourByte);
}
