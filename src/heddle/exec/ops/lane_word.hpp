// Blending by lane masks, in a form that the compiler turns into vector code.
#pragma once

#include "heddle/base/types.hpp"
#include "heddle/exec/ops/value.hpp"

namespace heddle::exec {

/// Returns all ones if the lane's bit is set, else zero.
inline U32 lane_word(LaneMask mask, unsigned lane) {
  return static_cast<U32>(static_cast<S32>(mask << (31 - lane)) >> 31);
}

/// Takes the new bits where `keep` has ones, and the old bits elsewhere.
inline U32 blend(U32 old_bits, U32 new_bits, U32 keep) {
  return (new_bits & keep) | (old_bits & ~keep);
}

inline void write_predicate(LaneMask& predicate, LaneMask value, LaneMask mask) {
  predicate = blend(predicate, value, mask);
}

}  // namespace heddle::exec
