// Adds nodes to graphs.
#include "cudart/api/graph/node_changes.hpp"

using namespace heddle::cudart;

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                   const cudaKernelNodeParams* pNodeParams) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::kernel,
             [&](Context& context) { return plan_node(context, pNodeParams); });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                   const cudaMemcpy3DParms* pCopyParams) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::copy,
             [&](Context& context) { return plan_node(context, pCopyParams); });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                     void* dst, const void* src, size_t count,
                                     cudaMemcpyKind kind) {
  const LinearCopy copy{dst, src, count, kind};
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::copy,
             [&](Context& context) { return plan_node(context, &copy); });
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                           const cudaGraphNode_t* pDependencies,
                                           size_t numDependencies, const void* symbol,
                                           const void* src, size_t count, size_t offset,
                                           cudaMemcpyKind kind) {
  const SymbolCopy copy{true, const_cast<void*>(symbol), src, count, offset, kind};
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::copy,
             [&](Context& context) { return plan_node(context, &copy); });
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                             const cudaGraphNode_t* pDependencies,
                                             size_t numDependencies, void* dst, const void* symbol,
                                             size_t count, size_t offset, cudaMemcpyKind kind) {
  const SymbolCopy copy{false, dst, symbol, count, offset, kind};
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::copy,
             [&](Context& context) { return plan_node(context, &copy); });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                   const cudaMemsetParams* pMemsetParams) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::fill,
             [&](Context& context) { return plan_node(context, pMemsetParams); });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                 const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                 const cudaHostNodeParams* pNodeParams) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::host,
             [&](Context& context) { return plan_node(context, pNodeParams); });
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                     cudaMemAllocNodeParams* nodeParams) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::allocate,
             [&](Context& context) { return plan_allocation(context, nodeParams); });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                    const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                    void* dptr) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::free,
             [&](Context& context) { return plan_free(context, dptr); });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                  const cudaGraphNode_t* pDependencies, size_t numDependencies) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::empty,
             [](Context&) { return NodePlan(); });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                        const cudaGraphNode_t* pDependencies,
                                        size_t numDependencies, cudaEvent_t event) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::record,
             [&](Context& context) { return plan_node(context, &event); });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                      const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                      cudaEvent_t event) {
  return add({pGraphNode, graph, pDependencies, numDependencies}, NodeKind::wait,
             [&](Context& context) { return plan_node(context, &event); });
}

/// The node gets a clone of the graph.
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                       const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                       cudaGraph_t childGraph) {
  return enter([&](Context& context) {
    auto child = graph_of(context, childGraph).clone();
    GraphNode& node = add_node(context, {pGraphNode, graph, pDependencies, numDependencies},
                               NodeKind::child, [](Context&) { return NodePlan(); });
    node.graphs.push_back(std::move(child));
  });
}
