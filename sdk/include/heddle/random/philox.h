// Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3",
// SC 2011): four words are the scrambled number of their place in the sequence.
#ifndef HEDDLE_RANDOM_PHILOX_H
#define HEDDLE_RANDOM_PHILOX_H

#include "common.h"

struct curandStatePhilox4_32_10 {
  uint4 ctr;     ///< place of the four words at hand; the upper half is the sequence
  uint4 output;  ///< these words
  uint2 key;
  unsigned int STATE;  ///< which of them is next
  HEDDLE_RANDOM_SPARES
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

namespace heddle_random {

HEDDLE_RANDOM uint4 philox(uint4 at, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    const unsigned int high_x = high_product(0xD2511F53u, at.x), low_x = 0xD2511F53u * at.x;
    const unsigned int high_z = high_product(0xCD9E8D57u, at.z), low_z = 0xCD9E8D57u * at.z;
    at = make_uint4(high_z ^ at.y ^ key.x, low_z, high_x ^ at.w ^ key.y, low_x);
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return at;
}

HEDDLE_RANDOM unsigned int word_of(uint4 words, unsigned int i) {
  return i == 0 ? words.x : i == 1 ? words.y : i == 2 ? words.z : words.w;
}

HEDDLE_RANDOM void add(unsigned long long n, unsigned int& low, unsigned int& high, bool& carry) {
  const unsigned long long before = low | static_cast<unsigned long long>(high) << 32;
  const unsigned long long after = before + n + carry;
  carry = after < before || (carry && after == before);
  low = static_cast<unsigned int>(after);
  high = static_cast<unsigned int>(after >> 32);
}

/// The state is n times four words further.
HEDDLE_RANDOM void advance(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  bool carry = false;
  add(n, state->ctr.x, state->ctr.y, carry);
  add(0, state->ctr.z, state->ctr.w, carry);
  state->output = philox(state->ctr, state->key);
}

}  // namespace heddle_random

HEDDLE_RANDOM unsigned int curand(curandStatePhilox4_32_10_t* state) {
  const unsigned int word = heddle_random::word_of(state->output, state->STATE);
  if (++state->STATE == 4) {
    state->STATE = 0;
    heddle_random::advance(1, state);
  }
  return word;
}

/// The next four numbers.
HEDDLE_RANDOM uint4 curand4(curandStatePhilox4_32_10_t* state) {
  const uint4 before = state->output;
  heddle_random::advance(1, state);
  const auto next = [&](unsigned int i) {
    const unsigned int at = state->STATE + i;
    return at < 4 ? heddle_random::word_of(before, at)
                  : heddle_random::word_of(state->output, at - 4);
  };
  return make_uint4(next(0), next(1), next(2), next(3));
}

/// Leaves out n numbers.
HEDDLE_RANDOM void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  const unsigned int at = state->STATE + static_cast<unsigned int>(n & 3);
  state->STATE = at & 3;
  heddle_random::advance(n / 4 + at / 4, state);
}

/// Leaves out n sequences.
HEDDLE_RANDOM void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  bool carry = false;
  heddle_random::add(n, state->ctr.z, state->ctr.w, carry);
  state->output = heddle_random::philox(state->ctr, state->key);
}

HEDDLE_RANDOM void curand_init(unsigned long long seed, unsigned long long sequence,
                               unsigned long long offset, curandStatePhilox4_32_10_t* state) {
  *state = {};
  state->key = make_uint2(static_cast<unsigned int>(seed), static_cast<unsigned int>(seed >> 32));
  skipahead_sequence(sequence, state);
  skipahead(offset, state);
}

#endif
