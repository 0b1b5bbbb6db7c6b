// Keeps values in local memory if the code needs more rows than it may use. A spilled value is
// stored after each write and loaded before each read. Between these accesses the value needs no
// register. The loads and stores are ordinary accesses: they go through the caches and take time.
#pragma once

#include <cstdint>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/registers/register_assignment.hpp"
#include "heddle/compile/registers/register_options.hpp"

namespace heddle::compile {

/// Spills values until a register assignment needs at most `limit` rows, or until no value is left
/// to spill. Returns the last assignment. Routine::spills lists the rows of spilled values.
Assignment assign_within(Routine& routine, std::uint32_t limit, const RegisterOptions& options);

}  // namespace heddle::compile
