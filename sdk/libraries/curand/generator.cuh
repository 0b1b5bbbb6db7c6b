// A generator of cuRAND's host interface, and how one fills an array. A pseudorandom generator has
// 4096 sequences; the number at position p of its output is the number p / 4096 of the sequence p %
// 4096. Kernels do for arrays of the device what loops do for arrays of the host.
#pragma once

#include <curand.h>
#include <curand_kernel.h>

constexpr unsigned kSequences = 4096;

struct curandGenerator_st {
  curandRngType_t type;
  bool is_on_host;
  cudaStream_t stream = nullptr;
  unsigned long long seed = 0, offset = 0;
  unsigned long long position = 0;  ///< of the next number
  unsigned dimensions = 1;          ///< of a quasirandom generator
  void* states = nullptr;           ///< one for each sequence, where the numbers go
  unsigned ready = 0;               ///< states that have begun
};

namespace heddle_rand {

enum class Law { kBits, kUniform, kNormal, kLogNormal, kPoisson };

/// What the numbers of an array are like.
struct Wish {
  Law law;
  bool is_double;
  double mean, deviation;
};

/// The numbers of a wish, drawn one by one. Number: their type.
template <typename Number, Law kLaw>
struct Draw {
  Number mean, deviation;

  template <typename State>
  __host__ __device__ Number operator()(State* state) const {
    if constexpr (kLaw == Law::kBits) return curand(state);
    if constexpr (kLaw == Law::kUniform) {
      if constexpr (sizeof(Number) == 4)
        return curand_uniform(state);
      else
        return curand_uniform_double(state);
    }
    const Number normal = [&]() -> Number {
      if constexpr (sizeof(Number) == 4)
        return curand_normal(state);
      else
        return curand_normal_double(state);
    }();
    const Number number = mean + deviation * normal;
    if constexpr (kLaw == Law::kLogNormal) return exp(number);
    return number;
  }
};

/// Poisson numbers have a mean of their own type.
struct DrawPoisson {
  double mean;
  template <typename State>
  __host__ __device__ unsigned operator()(State* state) const {
    return curand_poisson(state, mean);
  }
};

/// The numbers of one sequence. `first`: how far into the array the sequence's first number lies.
template <typename State, typename Number, typename Drawn>
__host__ __device__ void fill_sequence(State* states, unsigned sequence,
                                       unsigned long long position, Number* numbers, size_t n,
                                       Drawn draw) {
  size_t i = (sequence + kSequences - position % kSequences) % kSequences;
  if (i >= n) return;
  State state = states[sequence];
  for (; i < n; i += kSequences) numbers[i] = draw(&state);
  states[sequence] = state;
}

template <typename State, typename Number, typename Drawn>
__global__ void generate(State* states, unsigned long long position, Number* numbers, size_t n,
                         Drawn draw) {
  fill_sequence(states, blockIdx.x * blockDim.x + threadIdx.x, position, numbers, n, draw);
}

inline curandStatus_t status_of(cudaError_t error) {
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

/// Fills `n` numbers. The states have begun.
template <typename State, typename Number, typename Drawn>
curandStatus_t fill(curandGenerator_st& generator, Number* numbers, size_t n, Drawn draw) {
  State* states = static_cast<State*>(generator.states);
  unsigned long long position = generator.position;
  generator.position += n;
  if (generator.is_on_host) {
    for (unsigned i = 0; i < kSequences; ++i) fill_sequence(states, i, position, numbers, n, draw);
    return CURAND_STATUS_SUCCESS;
  }
  void* arguments[] = {&states, &position, &numbers, &n, &draw};
  return status_of(cudaLaunchKernel(reinterpret_cast<const void*>(generate<State, Number, Drawn>),
                                    dim3(kSequences / 128), dim3(128), arguments, 0,
                                    generator.stream));
}

template <typename State, typename Number>
curandStatus_t fill_real(curandGenerator_st& generator, void* numbers, size_t n, const Wish& wish) {
  Number* const typed = static_cast<Number*>(numbers);
  const Number mean = wish.mean, deviation = wish.deviation;
  switch (wish.law) {
    case Law::kUniform:
      return fill<State>(generator, typed, n, Draw<Number, Law::kUniform>{mean, deviation});
    case Law::kNormal:
      return fill<State>(generator, typed, n, Draw<Number, Law::kNormal>{mean, deviation});
    default:
      return fill<State>(generator, typed, n, Draw<Number, Law::kLogNormal>{mean, deviation});
  }
}

/// The numbers of any wish.
template <typename State>
curandStatus_t fill_wish(curandGenerator_st& generator, void* numbers, size_t n, const Wish& wish) {
  if (wish.law == Law::kBits)
    return fill<State>(generator, static_cast<unsigned*>(numbers), n, Draw<unsigned, Law::kBits>{});
  if (wish.law == Law::kPoisson)
    return fill<State>(generator, static_cast<unsigned*>(numbers), n, DrawPoisson{wish.mean});
  return wish.is_double ? fill_real<State, double>(generator, numbers, n, wish)
                        : fill_real<State, float>(generator, numbers, n, wish);
}

/// How many numbers of a sequence come before the output's position `offset`.
__host__ __device__ inline unsigned long long skipped_of(unsigned sequence,
                                                         unsigned long long offset) {
  return (offset + kSequences - 1 - sequence) / kSequences;
}

template <typename State>
__global__ void begin(State* states, unsigned first, unsigned long long seed,
                      unsigned long long offset) {
  const unsigned sequence = first + blockIdx.x * blockDim.x + threadIdx.x;
  State state;
  curand_init(seed, sequence, skipped_of(sequence, offset), &state);
  states[sequence] = state;
}

/// How many states an array of n numbers needs: all of them, unless the first numbers are few.
inline unsigned needed_states(const curandGenerator_st& generator, size_t n) {
  const unsigned long long end = generator.position - generator.offset + n;
  if (generator.offset != 0 || end >= kSequences) return kSequences;
  return (static_cast<unsigned>(end) + 127) / 128 * 128;
}

/// Memory for the states, where the generator works.
inline bool allocate_states(curandGenerator_st& generator, size_t bytes) {
  if (generator.states != nullptr) return true;
  if (generator.is_on_host) {
    generator.states = malloc(bytes);
    return generator.states != nullptr;
  }
  return cudaMalloc(&generator.states, bytes) == cudaSuccess;
}

/// Begins the states that an array of n numbers needs, by curand_init.
template <typename State>
curandStatus_t begin_states(curandGenerator_st& generator, size_t n) {
  if (!allocate_states(generator, kSequences * sizeof(State)))
    return CURAND_STATUS_ALLOCATION_FAILED;
  State* states = static_cast<State*>(generator.states);
  const unsigned needed = needed_states(generator, n);
  unsigned first = generator.ready;
  if (needed <= first) return CURAND_STATUS_SUCCESS;
  generator.ready = needed;
  if (generator.is_on_host) {
    for (unsigned i = first; i < needed; ++i)
      curand_init(generator.seed, i, skipped_of(i, generator.offset), &states[i]);
    return CURAND_STATUS_SUCCESS;
  }
  void* arguments[] = {&states, &first, &generator.seed, &generator.offset};
  return status_of(cudaLaunchKernel(reinterpret_cast<const void*>(begin<State>),
                                    dim3((needed - first) / 128), dim3(128), arguments, 0,
                                    generator.stream));
}

// One file for each kind of generator.
curandStatus_t xorwow(curandGenerator_st& generator, void* numbers, size_t n, const Wish& wish);
curandStatus_t mrg32k3a(curandGenerator_st& generator, void* numbers, size_t n, const Wish& wish);
curandStatus_t philox(curandGenerator_st& generator, void* numbers, size_t n, const Wish& wish);
curandStatus_t sobol32(curandGenerator_st& generator, void* numbers, size_t n, const Wish& wish);

}  // namespace heddle_rand
