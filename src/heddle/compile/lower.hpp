// Entry point of the compiler: turns a PTX module into machine programs, one for each kernel.
#pragma once

#include <string_view>

#include "heddle/compile/options.hpp"
#include "heddle/isa/module.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

/// Throws SourceError for unsupported PTX: "k.ptx:12:3: instruction 'xyz.f32' is not supported".
isa::Module lower(const ptx::Module& module, const Options& options = {});

/// Like lower, but a kernel with unsupported PTX becomes a program without code whose `refusal`
/// is the error. Throws SourceError for faults of what the kernels share.
isa::Module lower_what_runs(const ptx::Module& module, const Options& options = {});

/// Whether PTX may declare the function without a body, because heddle provides it.
bool is_provided(std::string_view function);

}  // namespace heddle::compile
