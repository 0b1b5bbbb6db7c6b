// Finds straight-line loops with an integer counter. The counter changes by a constant in each
// iteration. One comparison of the counter with a loop-invariant bound decides whether another
// iteration follows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

struct CountedLoop {
  Pc begin = 0, end = 0;  ///< `begin` is the entry; `end` is one past the backward branch
  Pc exit = 0;  ///< the branch that leaves the loop: the backward branch itself, or a branch before
                ///< it
  isa::Operand counter, bound;
  unsigned rows = 1;  ///< number of rows of the counter: 2 for 64 bits
  std::int64_t step = 0;
  isa::Compare compare = isa::Compare::none;  ///< comparison of the counter with the bound; if it
                                              ///< is true, another iteration follows
  bool is_signed = false;
  bool steps_first = false;            ///< the counter changes before the comparison reads it
  std::optional<std::uint32_t> trips;  ///< number of iterations, at least 1; empty: unknown

  /// Returns whether the loop exits only at the backward branch, so that each iteration runs to its
  /// end.
  bool tests_at_end() const { return exit + 1 == end; }
};

/// Returns the loops in code order, without the loops that .pragma "nounroll" excludes from
/// unrolling.
std::vector<CountedLoop> find_counted_loops(const Routine& routine, const ConstantPool& constants);

}  // namespace heddle::compile
