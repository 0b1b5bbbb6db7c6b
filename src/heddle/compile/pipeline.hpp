// Runs the passes of the compiler on one routine, in a fixed order.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/options.hpp"

namespace heddle::compile {

/// `limit`: number of registers that the routine may use.
void run_passes(Routine& routine, ConstantPool& constants, const Options& options,
                std::uint32_t limit);

}  // namespace heddle::compile
