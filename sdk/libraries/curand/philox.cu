// Arrays of Philox4x32-10 numbers.
#include "curand/generator.cuh"

namespace heddle_rand {

curandStatus_t philox(curandGenerator_st& generator, void* numbers, size_t n, const Wish& wish) {
  const curandStatus_t status = begin_states<curandStatePhilox4_32_10_t>(generator, n);
  if (status != CURAND_STATUS_SUCCESS) return status;
  return fill_wish<curandStatePhilox4_32_10_t>(generator, numbers, n, wish);
}

}  // namespace heddle_rand
