// Plans a launch, a copy or a fill: checks the arguments as CUDA does, and does not yet put the
// work into a stream. Calls with a stream and nodes of graphs use these plans.
#pragma once

#include <functional>
#include <optional>

#include "cudart/runtime/entry.hpp"

namespace heddle::cudart {

/// Makes the parameter block for the kernel's program.
using ParameterMaker = std::function<std::vector<std::uint8_t>(const isa::Program&)>;

/// The bytes as the kernel's parameter block. Throws CudaError if a parameter is missing.
std::vector<std::uint8_t> whole_block(std::vector<std::uint8_t> bytes, const isa::Program& program);
/// The parameter block from a list that names a buffer and its size (the argument `extra` of
/// launches). Throws CudaError if the list or the buffer is not whole.
std::vector<std::uint8_t> packed_parameters(void** extra, const isa::Program& program);

/// Throws CudaError for a launch that CUDA refuses. If `said` is not null, writes to it what
/// queries of a node return.
WorkMaker plan_kernel(Context& context, const void* handle, const KernelShape& shape,
                      bool cooperative, const ParameterMaker& parameters,
                      KernelNode* said = nullptr);

/// These functions throw CudaError for a copy or a fill that CUDA refuses. The box is empty if
/// there is nothing to copy or fill.
BoxCopy plan_copy(Context& context, void* to, const void* from, std::size_t count,
                  cudaMemcpyKind kind);
BoxCopy plan_copy(Context& context, const cudaMemcpy3DParms& parameters);
BoxCopy plan_copy(Context& context, const CUDA_MEMCPY3D& parameters);
/// `count` bytes from byte `offset` of a variable on.
BoxCopy plan_copy_to_symbol(Context& context, const void* symbol, const void* from,
                            std::size_t count, std::size_t offset, cudaMemcpyKind kind);
BoxCopy plan_copy_from_symbol(Context& context, void* to, const void* symbol, std::size_t count,
                              std::size_t offset, cudaMemcpyKind kind);
BoxFill plan_fill(Context& context, const cudaMemsetParams& parameters);

}  // namespace heddle::cudart
