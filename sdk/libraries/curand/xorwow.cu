// Arrays of XORWOW numbers.
#include "curand/generator.cuh"

namespace heddle_rand {

curandStatus_t xorwow(curandGenerator_st& generator, void* numbers, size_t n, const Wish& wish) {
  const curandStatus_t status = begin_states<curandStateXORWOW_t>(generator, n);
  if (status != CURAND_STATUS_SUCCESS) return status;
  return fill_wish<curandStateXORWOW_t>(generator, numbers, n, wish);
}

}  // namespace heddle_rand
