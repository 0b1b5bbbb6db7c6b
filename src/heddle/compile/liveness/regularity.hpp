// Finds how regular a register's content is over the threads of a block. The content is equal in
// all threads of a warp (uniform), a base plus a stride times the thread's index (affine), or
// neither. The saved context of a warp can store uniform and affine registers in compressed form
// (Lin's dissertation, section 3.6.6).
//
// A value is affine if every result that is written to it is affine. The thread's index, sums and
// differences of affine values, and products of affine values with warp-uniform values are affine.
// A conversion of an affine value between integer types is also affine, under the assumption that
// no index overflows. A value is not affine if different threads may have the results of different
// writes. Such values are written under a guard that is not warp-uniform, or on a path of a
// divergent branch (divergence.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/liveness/uniformity.hpp"
#include "heddle/compile/liveness/value_webs.hpp"

namespace heddle::compile {

/// The regularity of a value, ordered from the most regular to the least regular.
enum class Regularity : std::uint8_t { uniform, affine, other };

/// Returns the regularity of each row of the webs. `uniformity` must be the result for these webs
/// by Criterion::all.
std::vector<Regularity> find_regularity(const Webs& webs, const Uniformity& uniformity);

}  // namespace heddle::compile
