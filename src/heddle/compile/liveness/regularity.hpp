// Finds how regular a register's content is over the threads of a block: equal in all threads of a
// warp, a base plus a stride times the thread's index (affine), or neither. The context of a warp
// without a slot can store a regular register in compressed form (Lin's dissertation, section
// 3.6.6).
//
// A value is affine if everything that is written to it is affine: the thread's index, sums and
// differences of affine values, and their products with warp-uniform values. Conversions between
// integer types keep the property, on the assumption that no index overflows. A value is not affine
// if its threads may have the results of different writes. This happens after writes under a guard
// that is not warp-uniform, and on the paths of a divergent branch (divergence.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/liveness/uniformity.hpp"
#include "heddle/compile/liveness/value_webs.hpp"

namespace heddle::compile {

/// Ordered from the most regular to the least regular.
enum class Regularity : std::uint8_t { uniform, affine, other };

/// The regularity of each row of the webs. `uniformity` must be that of these webs by
/// Criterion::all.
std::vector<Regularity> find_regularity(const Webs& webs, const Uniformity& uniformity);

}  // namespace heddle::compile
