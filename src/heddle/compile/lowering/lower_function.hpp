// Lowers one PTX function to a routine with virtual rows. Each instruction is lowered separately,
// without any folding.
#pragma once

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/lowering/kernel_scope.hpp"
#include "heddle/compile/lowering/opcode_cache.hpp"

namespace heddle::compile {

Routine lower_function(const KernelScope& scope, std::uint32_t module_function,
                       ConstantPool& constants, OpcodeCache& opcodes);

}  // namespace heddle::compile
