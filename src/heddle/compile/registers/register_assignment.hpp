// Gives virtual rows and predicates their registers, so that as few as possible are needed: groups
// of rows in order of where they start, each to the lowest place that is free whenever it is live.
//
// Scalars (Routine::scalars) have registers of a class of their own, one a warp, behind the vectors
// of the frame. A scalar is also live where threads wait that need it while others run.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/options.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/code/values.hpp"

namespace heddle::compile {

struct Assignment {
  /// By ValueId. Rows, predicates and the scalars of both have numbers of their own, each from 0.
  std::vector<std::uint32_t> register_of;
  std::uint32_t rows = 0;  ///< of a frame; vectors alone
  std::uint32_t predicates = 0;
  std::uint32_t registers = 0;  ///< rows, or more: with temporaries that no instruction names
  std::uint32_t scalar_rows = 0, scalar_predicates = 0;
};

/// Of the options: coalesce_moves, hold_sources, count_hidden, colour, spread_banks,
/// keep_stack_pointer.
Assignment assign_registers(const Routine& routine, const Options& options);

/// Rewrites the routine, scalars behind vectors; moves from a register to itself disappear.
void apply(const Assignment& assignment, Routine& routine);

}  // namespace heddle::compile
