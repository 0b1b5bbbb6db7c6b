// Arrays of MRG32k3a numbers. The host begins the states, each from the one before, because a jump
// of 2^76 numbers takes long on a device.
#include "curand/generator.cuh"

namespace heddle_rand {
namespace {

using State = curandStateMRG32k3a_t;
using heddle_random::Recurrence;

Recurrence jump_of_a_sequence(Recurrence of) {
  for (int i = 0; i < 76; ++i) heddle_random::square(of);
  return of;
}

curandStatus_t begin_all(curandGenerator_st& generator) {
  if (!allocate_states(generator, kSequences * sizeof(State)))
    return CURAND_STATUS_ALLOCATION_FAILED;
  const Recurrence first = jump_of_a_sequence(heddle_random::first_recurrence());
  const Recurrence second = jump_of_a_sequence(heddle_random::second_recurrence());
  State* const states = static_cast<State*>(malloc(kSequences * sizeof(State)));
  if (states == nullptr) return CURAND_STATUS_ALLOCATION_FAILED;
  State next;
  curand_init(generator.seed, 0, 0, &next);
  for (unsigned i = 0; i < kSequences; ++i) {
    states[i] = next;
    skipahead(skipped_of(i, generator.offset), &states[i]);
    heddle_random::apply(first, next.s1);
    heddle_random::apply(second, next.s2);
  }
  const cudaError_t error =
      cudaMemcpy(generator.states, states, kSequences * sizeof(State),
                 generator.is_on_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice);
  free(states);
  generator.ready = kSequences;
  return status_of(error);
}

}  // namespace

curandStatus_t mrg32k3a(curandGenerator_st& generator, void* numbers, size_t n, const Wish& wish) {
  if (generator.ready == 0) {
    const curandStatus_t status = begin_all(generator);
    if (status != CURAND_STATUS_SUCCESS) return status;
  }
  return fill_wish<State>(generator, numbers, n, wish);
}

}  // namespace heddle_rand
