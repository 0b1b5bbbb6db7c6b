// The device's limits (cudaDeviceSetLimit), and its preferences for caches and shared memory.
#include "cudart/api/code/cache_preference.hpp"
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

cudaError_t set_cache(cudaFuncCache config, const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    require_preference(config);
    context.set_cache_preference(config);
  });
}

/// Answers "none" on devices whose L1 and shared memory have fixed sizes.
cudaError_t get_cache(cudaFuncCache* config, const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    require(config != nullptr);
    *config = context.description().has_cache_preference ? context.cache_preference()
                                                         : cudaFuncCachePreferNone;
  });
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

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache cacheConfig) { return set_cache(cacheConfig); }
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache cacheConfig) { return set_cache(cacheConfig); }
/// The banks of shared memory are four bytes wide on every machine.
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return enter([](Context&) {});
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* pCacheConfig) {
  return get_cache(pCacheConfig);
}

cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* pCacheConfig) {
  return get_cache(pCacheConfig);
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* pConfig) {
  return answer(pConfig, cudaSharedMemBankSizeFourByte);
}
