// Checks preferences between L1 and shared memory.
#pragma once

#include "cudart/runtime/entry.hpp"

namespace heddle::cudart {

inline void require_preference(cudaFuncCache config) {
  require(config >= cudaFuncCachePreferNone && config <= cudaFuncCachePreferEqual);
}

}  // namespace heddle::cudart
