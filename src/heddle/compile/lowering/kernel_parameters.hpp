// Layout of a kernel's parameter block: the parameters in order, each aligned to its own alignment.
#pragma once

#include <vector>

#include "heddle/isa/program.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

/// The sizes must have passed check_parameters().
std::vector<isa::Parameter> kernel_parameters(const ptx::Function& kernel);

/// Throws SourceError if the kernel has more bytes of parameters than PTX allows.
void check_parameters(const ptx::Module& module, const ptx::Function& kernel);

}  // namespace heddle::compile
