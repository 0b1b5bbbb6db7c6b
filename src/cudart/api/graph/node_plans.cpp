#include "cudart/api/graph/node_plans.hpp"

namespace heddle::cudart {

NodePlan plan_node(Context& context, const cudaKernelNodeParams* parameters) {
  require(parameters != nullptr);
  const dim3 &grid = parameters->gridDim, &block = parameters->blockDim;
  KernelNode said;
  WorkMaker work = plan_kernel(
      context, parameters->func,
      {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, parameters->sharedMemBytes}, false,
      [&](const isa::Program& program) {
        if (parameters->extra != nullptr) return packed_parameters(parameters->extra, program);
        require(parameters->kernelParams != nullptr || program.parameters.empty());
        return pack_parameters(program, parameters->kernelParams);
      },
      &said);
  return {std::move(work), std::move(said)};
}

NodePlan plan_node(Context& context, const BoxCopy& copy) {
  return {copy.extent.bytes() == 0 ? WorkMaker() : context.copy_work(copy), node_parameters(copy)};
}

NodePlan plan_node(Context& context, const cudaMemcpy3DParms* parameters) {
  require(parameters != nullptr);
  return {plan_node(context, plan_copy(context, *parameters)).work, *parameters};
}

NodePlan plan_node(Context& context, const CUDA_MEMCPY3D* parameters) {
  require(parameters != nullptr);
  return plan_node(context, plan_copy(context, *parameters));
}

NodePlan plan_node(Context& context, const LinearCopy* copy) {
  return plan_node(context, plan_copy(context, copy->to, copy->from, copy->count, copy->kind));
}

NodePlan plan_node(Context& context, const SymbolCopy* copy) {
  return plan_node(context, copy->to_symbol
                                ? plan_copy_to_symbol(context, copy->to, copy->from, copy->count,
                                                      copy->offset, copy->kind)
                                : plan_copy_from_symbol(context, copy->to, copy->from, copy->count,
                                                        copy->offset, copy->kind));
}

NodePlan plan_node(Context& context, const cudaMemsetParams* parameters) {
  require(parameters != nullptr);
  const BoxFill fill = plan_fill(context, *parameters);
  return {fill.extent.bytes() == 0 ? WorkMaker() : context.fill_work(fill), *parameters};
}

NodePlan plan_node(Context&, const cudaHostNodeParams* parameters) {
  require(parameters != nullptr && parameters->fn != nullptr);
  const auto make = [host = *parameters](const WorkOrigin&) {
    HostWork work;
    work.call = [host](bool) { host.fn(host.userData); };
    return work;
  };
  return {make, *parameters};
}

NodePlan plan_node(Context& context, const cudaEvent_t* event) {
  context.events().at(*event);
  const auto find = [&context, handle = *event]() -> Event* {
    return context.events().contains(handle) ? &context.events().at(handle) : nullptr;
  };
  return {WorkMaker(), EventNode{*event, find}};
}

NodePlan plan_allocation(Context& context, cudaMemAllocNodeParams* parameters) {
  require(parameters != nullptr && parameters->bytesize != 0);
  const cudaMemPoolProps& pool = parameters->poolProps;
  require(pool.allocType == cudaMemAllocationTypePinned);
  require(pool.location.type == cudaMemLocationTypeDevice && pool.location.id == 0);
  if (pool.handleTypes != cudaMemHandleTypeNone)
    throw CudaError(cudaErrorNotSupported, "memory of graphs cannot be shared between processes");
  const auto block = context.graph_memory().reserve(parameters->bytesize);
  parameters->dptr = reinterpret_cast<void*>(block->address);
  return {context.allocation_work(block), *parameters};
}

NodePlan plan_free(Context& context, void* pointer) {
  const auto block = context.graph_memory().find(reinterpret_cast<std::uintptr_t>(pointer));
  require(block != nullptr);
  return {context.release_work(block), FreedMemory{pointer}};
}

}  // namespace heddle::cudart
