// Plans a launch, a copy or a fill: checks the arguments as CUDA does, and does not yet put the
// work into a stream. Calls with a stream and nodes of graphs use these plans.
#pragma once

#include <functional>
#include <optional>

#include "cudart/runtime/entry.hpp"

namespace heddle::cudart {

/// Makes the parameter block for the kernel's program.
using ParameterMaker = std::function<std::vector<std::uint8_t>(const isa::Program&)>;

/// Throws CudaError for a launch that CUDA refuses.
WorkMaker plan_kernel(Context& context, const void* handle, const KernelShape& shape,
                      bool cooperative, const ParameterMaker& parameters);

/// These functions throw CudaError for a copy or a fill that CUDA refuses. The box is empty if
/// there is nothing to copy or fill.
BoxCopy plan_copy(Context& context, void* to, const void* from, std::size_t count,
                  cudaMemcpyKind kind);
BoxCopy plan_copy(Context& context, const cudaMemcpy3DParms& parameters);
BoxFill plan_fill(Context& context, const cudaMemsetParams& parameters);

}  // namespace heddle::cudart
