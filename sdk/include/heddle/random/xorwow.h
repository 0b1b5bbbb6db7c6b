// XORWOW (Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003, section 3.1): a
// shift register of five words, and a counter that is added.
#ifndef HEDDLE_RANDOM_XORWOW_H
#define HEDDLE_RANDOM_XORWOW_H

#include "common.h"
#include "xorwow_jumps.h"

struct curandStateXORWOW {
  unsigned int d, v[5];
  HEDDLE_RANDOM_SPARES
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

namespace heddle_random {

constexpr unsigned int kXorwowCount = 362437;
constexpr unsigned int kXorwowSequence = 67;  ///< sequences are 2^67 numbers apart

HEDDLE_RANDOM void step(unsigned int (&v)[5]) {
  const unsigned int t = v[0] ^ v[0] >> 2, last = v[4];
  for (int i = 0; i < 4; ++i) v[i] = v[i + 1];
  v[4] = last ^ last << 4 ^ t ^ t << 1;
}

/// Moves the register ahead by n times 2^`power` numbers.
HEDDLE_RANDOM void jump(unsigned int (&v)[5], unsigned long long n, unsigned int power) {
  for (; n != 0; n >>= 1, ++power) {
    if ((n & 1) == 0) continue;
    unsigned int sum[5] = {};
    for (int i = 0; i < 160; ++i) {
      const unsigned int mask = 0u - (kXorwowJumps[power][i / 32] >> i % 32 & 1u);
      for (int word = 0; word < 5; ++word) sum[word] ^= v[word] & mask;
      step(v);
    }
    for (int word = 0; word < 5; ++word) v[word] = sum[word];
  }
}

}  // namespace heddle_random

HEDDLE_RANDOM unsigned int curand(curandStateXORWOW_t* state) {
  heddle_random::step(state->v);
  state->d += heddle_random::kXorwowCount;
  return state->v[4] + state->d;
}

/// Leaves out n numbers.
HEDDLE_RANDOM void skipahead(unsigned long long n, curandStateXORWOW_t* state) {
  heddle_random::jump(state->v, n, 0);
  state->d += heddle_random::kXorwowCount * static_cast<unsigned int>(n);
}

/// Leaves out n sequences. The counter comes round in each.
HEDDLE_RANDOM void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* state) {
  heddle_random::jump(state->v, n, heddle_random::kXorwowSequence);
}

HEDDLE_RANDOM void curand_init(unsigned long long seed, unsigned long long sequence,
                               unsigned long long offset, curandStateXORWOW_t* state) {
  const unsigned int low = 1099087573u * (static_cast<unsigned int>(seed) ^ 0xaad26b49u);
  const unsigned int high = 2591861531u * (static_cast<unsigned int>(seed >> 32) ^ 0xf7dcefddu);
  *state = {
      6615241u + high + low,
      {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low},
      {}};
  skipahead_sequence(sequence, state);
  skipahead(offset, state);
}

#endif
