// Keeps values in local memory where the code needs more rows than it may use. A spilled value is
// stored where it is written and loaded where it is read; between these it takes no register. These
// are accesses like any others: they go through the caches and take their time.
#pragma once

#include <cstdint>

#include "heddle/compile/code/options.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/registers/register_assignment.hpp"

namespace heddle::compile {

/// Spills until an assignment needs at most `limit` rows, or until nothing is left to spill, and
/// returns it. What is spilled is noted in Routine::spills.
Assignment assign_within(Routine& routine, std::uint32_t limit, const Options& options);

}  // namespace heddle::compile
