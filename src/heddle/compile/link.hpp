// Joins the functions of a kernel into one program, after register assignment.
#pragma once

#include <vector>

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/lowering/kernel_scope.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {

/// `routines` are the routines of the functions in scope.functions(), in the same order.
isa::Program link(const KernelScope& scope, const std::vector<Routine>& routines,
                  const ConstantPool& constants);

}  // namespace heddle::compile
