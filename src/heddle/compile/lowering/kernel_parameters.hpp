// Layout of a kernel's parameter block. The parameters are in the order of the text, and each has
// its own alignment.
#pragma once

#include <vector>

#include "heddle/isa/program.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

/// Returns the parameters with their offsets. The caller must have called check_parameters().
std::vector<isa::Parameter> kernel_parameters(const ptx::Function& kernel);

/// Sets the program's parameters and the number of their bytes.
void set_parameters(isa::Program& program, const ptx::Function& kernel);

/// Throws SourceError if the kernel has more bytes of parameters than PTX allows.
void check_parameters(const ptx::Module& module, const ptx::Function& kernel);

}  // namespace heddle::compile
