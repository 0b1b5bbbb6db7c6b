// Assigns registers to virtual rows and predicates, as few as possible. Groups of rows are placed
// in the order of their first moments. Each group gets the lowest register that is free whenever
// the group is live.
//
// Scalars (Routine::scalars) have a register class of their own, one register for the warp, after
// the vectors of the frame. A scalar also stays live while the threads that need it wait for
// threads on another path.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/options.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/code/values.hpp"

namespace heddle::compile {

struct Assignment {
  /// By ValueId. Rows, predicates, scalar rows and scalar predicates are each numbered from 0.
  std::vector<std::uint32_t> register_of;
  std::uint32_t rows = 0;  ///< vector rows of a frame
  std::uint32_t predicates = 0;
  std::uint32_t registers = 0;  ///< number of registers: `rows`, or more if hardware needs
                                ///< temporaries
  std::uint32_t scalar_rows = 0, scalar_predicates = 0;
};

/// Reads the options coalesce_moves, hold_sources, count_hidden, colour, spread_banks and
/// keep_stack_pointer.
Assignment assign_registers(const Routine& routine, const Options& options);

/// Rewrites the routine with the assigned registers, scalars after vectors. Removes moves from a
/// register to itself.
void apply(const Assignment& assignment, Routine& routine);

}  // namespace heddle::compile
