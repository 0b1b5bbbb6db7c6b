// Keeps values in local memory if the code needs more rows than it may use. A spilled value is
// stored after each write and loaded before each read. In between it takes no register. The loads
// and stores are ordinary accesses: they go through the caches and take time.
#pragma once

#include <cstdint>

#include "heddle/compile/code/options.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/registers/register_assignment.hpp"

namespace heddle::compile {

/// Spills until an assignment needs at most `limit` rows or no value is left to spill. Returns this
/// assignment. Routine::spills lists the spilled values.
Assignment assign_within(Routine& routine, std::uint32_t limit, const Options& options);

}  // namespace heddle::compile
