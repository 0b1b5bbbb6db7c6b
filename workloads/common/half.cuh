// Values in half precision on the host.
#pragma once

#include <cuda_fp16.h>

#include "workload.cuh"

namespace workload {

/// Half-precision values that are whole multiples of 1/16 from -1 to 1: products of two are
/// multiples of 1/256 of at most 1, so that sums of up to 65536 of them are exact in single
/// precision, in any order.
inline std::vector<__half> random_sixteenths(std::size_t count, unsigned seed) {
  Random random(seed);
  std::vector<__half> values(count);
  for (__half& value : values) value = __float2half((random.below(33) - 16) / 16.0f);
  return values;
}

inline std::vector<float> to_floats(const std::vector<__half>& values) {
  std::vector<float> floats(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) floats[i] = __half2float(values[i]);
  return floats;
}

}  // namespace workload
