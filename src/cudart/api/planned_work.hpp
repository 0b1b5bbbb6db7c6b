// What a launch, copy or fill is, checked as the calls do it but not yet put anywhere: for the
// calls that put it into a stream, and for the nodes of graphs.
#pragma once

#include <functional>
#include <optional>

#include "cudart/runtime/entry.hpp"

namespace heddle::cudart {

/// Gives the parameter block of the kernel's program.
using ParameterMaker = std::function<std::vector<std::uint8_t>(const isa::Program&)>;

/// Throws CudaError for what CUDA refuses.
WorkMaker plan_kernel(Context& context, const void* handle, const KernelShape& shape,
                      bool cooperative, const ParameterMaker& parameters);

/// An empty box: there is nothing to copy or fill.
BoxCopy plan_copy(Context& context, void* to, const void* from, std::size_t count,
                  cudaMemcpyKind kind);
BoxCopy plan_copy(Context& context, const cudaMemcpy3DParms& parameters);
BoxFill plan_fill(Context& context, const cudaMemsetParams& parameters);

}  // namespace heddle::cudart
