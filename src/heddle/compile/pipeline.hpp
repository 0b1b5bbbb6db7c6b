// The order of the passes over one routine.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/options.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// `limit`: registers that the routine may use.
void run_passes(Routine& routine, ConstantPool& constants, const Options& options,
                std::uint32_t limit);

}  // namespace heddle::compile
