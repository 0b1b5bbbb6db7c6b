// MRG32k3a (L'Ecuyer, "Good Parameters and Implementations for Combined Multiple Recursive Random
// Number Generators", Operations Research 47(1), 1999): the difference of two recurrences.
#ifndef HEDDLE_RANDOM_MRG32K3A_H
#define HEDDLE_RANDOM_MRG32K3A_H

#include "common.h"

struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  HEDDLE_RANDOM_SPARES
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

namespace heddle_random {

/// One of the recurrences: x[n] = a * x[n-2] + b * x[n-3], or x[n-1] in the place of x[n-2].
struct Recurrence {
  unsigned long long modulus;
  unsigned long long step[3][3];  ///< applied to x[n-3], x[n-2], x[n-1]
};
constexpr unsigned long long kMrgModulus1 = 4294967087ull, kMrgModulus2 = 4294944443ull;
constexpr double kMrgUnit = 2.3283065498378288e-10;  ///< 1 / (modulus 1 + 1)

HEDDLE_RANDOM Recurrence first_recurrence() {
  return {kMrgModulus1, {{0, 1, 0}, {0, 0, 1}, {kMrgModulus1 - 810728, 1403580, 0}}};
}
HEDDLE_RANDOM Recurrence second_recurrence() {
  return {kMrgModulus2, {{0, 1, 0}, {0, 0, 1}, {kMrgModulus2 - 1370589, 0, 527612}}};
}

HEDDLE_RANDOM void apply(const Recurrence& of, unsigned int (&x)[3]) {
  unsigned int next[3];
  for (int row = 0; row < 3; ++row) {
    unsigned long long sum = 0;
    for (int i = 0; i < 3; ++i) sum = (sum + of.step[row][i] * x[i] % of.modulus) % of.modulus;
    next[row] = static_cast<unsigned int>(sum);
  }
  for (int row = 0; row < 3; ++row) x[row] = next[row];
}

/// Two steps of `of` are one.
HEDDLE_RANDOM void square(Recurrence& of) {
  unsigned long long product[3][3];
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      unsigned long long sum = 0;
      for (int i = 0; i < 3; ++i)
        sum = (sum + of.step[row][i] * of.step[i][column] % of.modulus) % of.modulus;
      product[row][column] = sum;
    }
  }
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) of.step[row][column] = product[row][column];
}

/// Moves ahead by n times 2^`power` numbers.
HEDDLE_RANDOM void jump(Recurrence of, unsigned int (&x)[3], unsigned long long n, int power) {
  if (n == 0) return;
  for (; power != 0; --power) square(of);
  for (; n != 0; n >>= 1) {
    if ((n & 1) != 0) apply(of, x);
    square(of);
  }
}

HEDDLE_RANDOM void jump(curandStateMRG32k3a_t* state, unsigned long long n, int power) {
  jump(first_recurrence(), state->s1, n, power);
  jump(second_recurrence(), state->s2, n, power);
}

/// 1 to modulus 1.
HEDDLE_RANDOM unsigned int next(curandStateMRG32k3a_t* state) {
  unsigned int(&x)[3] = state->s1, (&y)[3] = state->s2;
  const unsigned long long first =
      (1403580ull * x[1] + 810728ull * (kMrgModulus1 - x[0])) % kMrgModulus1;
  const unsigned long long second =
      (527612ull * y[2] + 1370589ull * (kMrgModulus2 - y[0])) % kMrgModulus2;
  for (int i = 0; i < 2; ++i) {
    x[i] = x[i + 1];
    y[i] = y[i + 1];
  }
  x[2] = static_cast<unsigned int>(first);
  y[2] = static_cast<unsigned int>(second);
  return static_cast<unsigned int>(first > second ? first - second : first + kMrgModulus1 - second);
}

}  // namespace heddle_random

/// 32 bits, of a number of the generator that is stretched.
HEDDLE_RANDOM unsigned int curand(curandStateMRG32k3a_t* state) {
  return static_cast<unsigned int>(heddle_random::next(state) * 1.000000048662);
}

/// Leaves out n numbers.
HEDDLE_RANDOM void skipahead(unsigned long long n, curandStateMRG32k3a_t* state) {
  heddle_random::jump(state, n, 0);
}
/// Leaves out n times 2^76 numbers.
HEDDLE_RANDOM void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  heddle_random::jump(state, n, 76);
}
/// Leaves out n times 2^127 numbers.
HEDDLE_RANDOM void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  heddle_random::jump(state, n, 127);
}

HEDDLE_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence,
                               unsigned long long offset, curandStateMRG32k3a_t* state) {
  using namespace heddle_random;
  *state = {{12345u, 12345u, 12345u}, {12345u, 12345u, 12345u}, {}};
  if (seed != 0) {
    const unsigned long long low = static_cast<unsigned int>(seed) ^ 0x55555555u;
    const unsigned long long high = static_cast<unsigned int>(seed >> 32) ^ 0xAAAAAAAAu;
    for (int i = 0; i < 3; ++i) {
      const unsigned long long even = i % 2 == 0 ? low : high, odd = i % 2 == 0 ? high : low;
      state->s1[i] = static_cast<unsigned int>(even * 12345u % kMrgModulus1);
      state->s2[i] = static_cast<unsigned int>(odd * 12345u % kMrgModulus2);
    }
  }
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
}

#endif
