// Assigns registers to virtual rows and predicates and uses as few registers as possible. Groups of
// rows get registers in the order in which they first become live. Each group gets the lowest
// register that is free whenever the group is live.
//
// Scalars (Routine::scalars) have their own register class, with one register for the warp. Scalar
// registers come after the vector registers of the frame. A scalar also stays live while threads
// that need the scalar wait for threads on another path.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/code/values.hpp"
#include "heddle/compile/registers/register_options.hpp"

namespace heddle::compile {

struct Assignment {
  /// By ValueId: the register of the value. Vector rows, vector predicates, scalar rows and scalar
  /// predicates are each numbered from 0.
  std::vector<std::uint32_t> register_of;
  std::uint32_t rows = 0;  ///< number of vector rows of the frame
  std::uint32_t predicates = 0;
  /// Number of registers for occupancy: `rows`, or more if hardware needs temporaries.
  std::uint32_t registers = 0;
  std::uint32_t scalar_rows = 0, scalar_predicates = 0;
};

/// Returns the assignment for a routine. Uses the options coalesce_moves, hold_sources,
/// count_hidden, colour, spread_banks and keep_stack_pointer.
Assignment assign_registers(const Routine& routine, const RegisterOptions& options);

/// Rewrites the routine with the assigned registers. Scalars come after vectors. Moves from a
/// register to itself are removed.
void apply(const Assignment& assignment, Routine& routine);

}  // namespace heddle::compile
