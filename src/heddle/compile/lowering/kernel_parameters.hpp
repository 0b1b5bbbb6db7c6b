// Where a kernel's parameters lie in its parameter block: in order, each at its own alignment.
#pragma once

#include <vector>

#include "heddle/isa/program.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

/// Assumes sizes that `check_parameters` lets pass.
std::vector<isa::Parameter> kernel_parameters(const ptx::Function& kernel);

/// Throws SourceError if the kernel has more bytes of parameters than PTX allows.
void check_parameters(const ptx::Module& module, const ptx::Function& kernel);

}  // namespace heddle::compile
