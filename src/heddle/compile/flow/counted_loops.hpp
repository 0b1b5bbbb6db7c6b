// Finds straight-line loops with an integer counter. The counter changes by a constant in each
// trip. One comparison of the counter with a loop-invariant bound decides whether another trip
// follows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

struct CountedLoop {
  Pc begin = 0, end = 0;  ///< from the entry to one past the branch back
  Pc exit = 0;  ///< the branch that leaves the loop: the branch back itself, or one above it
  isa::Operand counter, bound;
  unsigned rows = 1;  ///< rows of the counter: 2 for 64 bits
  std::int64_t step = 0;
  isa::Compare compare = isa::Compare::none;  ///< of the counter with the bound; true: another trip
  bool is_signed = false;
  bool steps_first = false;            ///< the comparison reads the counter after its step
  std::optional<std::uint32_t> trips;  ///< number of trips if known; at least 1

  /// True if the loop is left where the branch back falls through, so that each started trip is
  /// finished.
  bool tests_at_end() const { return exit + 1 == end; }
};

/// The loops in code order, without those that the PTX text says not to unroll.
std::vector<CountedLoop> find_counted_loops(const Routine& routine, const ConstantPool& constants);

}  // namespace heddle::compile
