// Plans nodes of graphs from the structures in which programs describe them. Each function checks
// the description as CUDA does, and throws CudaError.
#pragma once

#include "cudart/api/planned_work.hpp"

namespace heddle::cudart {

/// A copy of contiguous bytes.
struct LinearCopy {
  void* to;
  const void* from;
  std::size_t count;
  cudaMemcpyKind kind;
};

/// A copy of `count` bytes to or from a variable, from byte `offset` of the variable on.
struct SymbolCopy {
  bool to_symbol;
  void* to;
  const void* from;
  std::size_t count, offset;
  cudaMemcpyKind kind;
};

NodePlan plan_node(Context& context, const cudaKernelNodeParams* parameters);
NodePlan plan_node(Context& context, const cudaMemcpy3DParms* parameters);
NodePlan plan_node(Context& context, const LinearCopy* copy);
NodePlan plan_node(Context& context, const SymbolCopy* copy);
NodePlan plan_node(Context& context, const cudaMemsetParams* parameters);
NodePlan plan_node(Context& context, const cudaHostNodeParams* parameters);
NodePlan plan_node(Context& context, const CUDA_MEMCPY3D* parameters);
/// Records or waits for the event.
NodePlan plan_node(Context& context, const cudaEvent_t* event);
/// Reserves memory of the device, which only this process reaches, and writes its address to the
/// parameters.
NodePlan plan_allocation(Context& context, cudaMemAllocNodeParams* parameters);
NodePlan plan_free(Context& context, void* pointer);
/// A copy that is planned already. An empty box makes a node without work.
NodePlan plan_node(Context& context, const BoxCopy& copy);

}  // namespace heddle::cudart
