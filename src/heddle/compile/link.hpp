// Joins the functions of a kernel, after register assignment, into one program.
#pragma once

#include <vector>

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/lowering/kernel_scope.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {

/// `routines` are the routines of scope.functions(), in that order.
isa::Program link(const KernelScope& scope, const std::vector<Routine>& routines,
                  const ConstantPool& constants);

}  // namespace heddle::compile
