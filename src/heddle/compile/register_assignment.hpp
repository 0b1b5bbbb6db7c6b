// Gives virtual rows and predicates their registers, so that as few as possible are needed: groups
// of rows in order of where they start, each to the lowest place that is free whenever it is live.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/options.hpp"
#include "heddle/compile/routine.hpp"
#include "heddle/compile/values.hpp"

namespace heddle::compile {

struct Assignment {
  std::vector<std::uint32_t> register_of;  ///< by ValueId; predicates have numbers of their own
  std::uint32_t rows = 0;                  ///< of a frame
  std::uint32_t predicates = 0;
  std::uint32_t registers = 0;  ///< rows, or more: with temporaries that no instruction names
};

/// Of the options: coalesce_moves, hold_sources, count_hidden.
Assignment assign_registers(const Routine& routine, const Options& options);

/// Rewrites the routine; moves from a register to itself disappear.
void apply(const Assignment& assignment, Routine& routine);

}  // namespace heddle::compile
