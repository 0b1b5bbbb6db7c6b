// One PTX function to a routine with virtual rows, instruction by instruction, nothing folded yet.
#pragma once

#include "heddle/compile/constant_pool.hpp"
#include "heddle/compile/kernel_scope.hpp"
#include "heddle/compile/opcode_cache.hpp"
#include "heddle/compile/routine.hpp"

namespace heddle::compile {

Routine lower_function(const KernelScope& scope, std::uint32_t module_function,
                       ConstantPool& constants, OpcodeCache& opcodes);

}  // namespace heddle::compile
