// Adds nodes to graphs, and replaces the work of nodes.
#include "cudart/api/graph/graph_objects.hpp"
#include "cudart/api/planned_work.hpp"

using namespace heddle::cudart;

namespace {

WorkMaker work_of(Context& context, const cudaKernelNodeParams* parameters) {
  require(parameters != nullptr);
  if (parameters->extra != nullptr)
    throw CudaError(cudaErrorNotSupported, "kernel nodes with packed parameters (extra)");
  const dim3 &grid = parameters->gridDim, &block = parameters->blockDim;
  return plan_kernel(
      context, parameters->func,
      {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, parameters->sharedMemBytes}, false,
      [&](const heddle::isa::Program& program) {
        require(parameters->kernelParams != nullptr || program.parameters.empty());
        return pack_parameters(program, parameters->kernelParams);
      });
}

/// Returns a function that makes the work of the copy, or an empty function if the box is empty.
WorkMaker work_of(Context& context, const BoxCopy& copy) {
  return copy.extent.bytes() == 0 ? WorkMaker() : context.copy_work(copy);
}

WorkMaker work_of(Context& context, const cudaMemcpy3DParms* parameters) {
  require(parameters != nullptr);
  return work_of(context, plan_copy(context, *parameters));
}

/// A copy of contiguous bytes.
struct LinearCopy {
  void* to;
  const void* from;
  std::size_t count;
  cudaMemcpyKind kind;
};
WorkMaker work_of(Context& context, const LinearCopy* copy) {
  return work_of(context, plan_copy(context, copy->to, copy->from, copy->count, copy->kind));
}

WorkMaker work_of(Context& context, const cudaMemsetParams* parameters) {
  require(parameters != nullptr);
  const BoxFill fill = plan_fill(context, *parameters);
  return fill.extent.bytes() == 0 ? WorkMaker() : context.fill_work(fill);
}

WorkMaker work_of(Context&, const cudaHostNodeParams* parameters) {
  require(parameters != nullptr && parameters->fn != nullptr);
  return [host = *parameters](const WorkOrigin&) {
    HostWork work;
    work.call = [host](bool) { host.fn(host.userData); };
    return work;
  };
}

struct NodeSite {
  cudaGraphNode_t* node;
  cudaGraph_t graph;
  const cudaGraphNode_t* after;
  std::size_t after_count;
};

template <typename Planned>
cudaError_t add(const NodeSite& site, NodeKind kind, const Planned& planned,
                const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    require(site.node != nullptr && (site.after != nullptr || site.after_count == 0));
    Graph& graph = graph_of(context, site.graph);
    const auto after = nodes_in(graph, std::span(site.after, site.after_count));
    *site.node = handle_of(graph.add(kind, planned(context), after));
  });
}

template <typename Parameters>
cudaError_t set_in_graph(cudaGraphNode_t handle, NodeKind kind, const Parameters* parameters,
                         const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    GraphNode& node = node_in(graph_with(context, handle), handle);
    require(node.kind == kind);
    node.work = work_of(context, parameters);
  });
}

template <typename Parameters>
cudaError_t set_in_executable(cudaGraphExec_t executable, cudaGraphNode_t handle, NodeKind kind,
                              const Parameters* parameters,
                              const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    ExecutableGraph& graph = executable_of(context, executable);
    const GraphNode& node = node_in(graph_with(context, handle), handle);
    require(node.kind == kind);
    require(graph.set_work(node, work_of(context, parameters)));
  });
}

}  // namespace

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                   const cudaKernelNodeParams* pNodeParams) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::kernel,
             [&](Context& context) { return work_of(context, pNodeParams); });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                   const cudaMemcpy3DParms* pCopyParams) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::copy,
             [&](Context& context) { return work_of(context, pCopyParams); });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                     void* dst, const void* src, size_t count,
                                     cudaMemcpyKind kind) {
  const LinearCopy copy{dst, src, count, kind};
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::copy,
             [&](Context& context) { return work_of(context, &copy); });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                   const cudaMemsetParams* pMemsetParams) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::fill,
             [&](Context& context) { return work_of(context, pMemsetParams); });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                 const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                 const cudaHostNodeParams* pNodeParams) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::host,
             [&](Context& context) { return work_of(context, pNodeParams); });
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                     cudaMemAllocNodeParams* nodeParams) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::allocate,
             [&](Context& context) {
               require(nodeParams != nullptr && nodeParams->bytesize != 0);
               const auto block = context.graph_memory().reserve(nodeParams->bytesize);
               nodeParams->dptr = reinterpret_cast<void*>(block->address);
               return context.allocation_work(block);
             });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                    const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                    void* dptr) {
  return add(
      {pGraphNode, graph, pDependencies, numDependencies}, NodeKind::free, [&](Context& context) {
        const auto block = context.graph_memory().find(reinterpret_cast<std::uintptr_t>(dptr));
        require(block != nullptr);
        return context.release_work(block);
      });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                  const cudaGraphNode_t* pDependencies, size_t numDependencies) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::empty,
             [](Context&) { return WorkMaker(); });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* pNodeParams) {
  return set_in_graph(node, NodeKind::kernel, pNodeParams);
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemcpy3DParms* pNodeParams) {
  return set_in_graph(node, NodeKind::copy, pNodeParams);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src,
                                           size_t count, cudaMemcpyKind kind) {
  const LinearCopy copy{dst, src, count, kind};
  return set_in_graph(node, NodeKind::copy, &copy);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                               void* dst, const void* src, size_t count,
                                               cudaMemcpyKind kind) {
  const LinearCopy copy{dst, src, count, kind};
  return set_in_executable(hGraphExec, node, NodeKind::copy, &copy);
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemsetParams* pNodeParams) {
  return set_in_graph(node, NodeKind::fill, pNodeParams);
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const cudaHostNodeParams* pNodeParams) {
  return set_in_graph(node, NodeKind::host, pNodeParams);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* pNodeParams) {
  return set_in_executable(hGraphExec, node, NodeKind::kernel, pNodeParams);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* pNodeParams) {
  return set_in_executable(hGraphExec, node, NodeKind::copy, pNodeParams);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaMemsetParams* pNodeParams) {
  return set_in_executable(hGraphExec, node, NodeKind::fill, pNodeParams);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* pNodeParams) {
  return set_in_executable(hGraphExec, node, NodeKind::host, pNodeParams);
}
