// How regular what a register holds is over the threads of a block: the same in all of a warp, a
// base and a stride times the thread's index, or neither. A warp that is put aside need not keep
// such a register thread by thread (Lin's dissertation, section 3.6.6).
//
// A value is affine if all that is written to it is: the thread's index, sums and differences of
// such values, their products with what the warp agrees on. Conversions of integers pass it on, as
// if no index overflowed. It is not if threads have parts of different writes: guarded by what the
// warp does not agree on, or on paths of a divergent branch (divergence.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/liveness/uniformity.hpp"
#include "heddle/compile/liveness/value_webs.hpp"

namespace heddle::compile {

/// From the most to the least regular.
enum class Regularity : std::uint8_t { uniform, affine, other };

/// By row of the webs. `uniformity`: of the same webs, by Criterion::all.
std::vector<Regularity> find_regularity(const Webs& webs, const Uniformity& uniformity);

}  // namespace heddle::compile
