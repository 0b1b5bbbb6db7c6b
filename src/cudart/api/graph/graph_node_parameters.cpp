// Sets what nodes do, in graphs and in executable graphs.
#include "cudart/api/graph/node_changes.hpp"

using namespace heddle::cudart;

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

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol,
                                                 const void* src, size_t count, size_t offset,
                                                 cudaMemcpyKind kind) {
  const SymbolCopy copy{true, const_cast<void*>(symbol), src, count, offset, kind};
  return set_in_graph(node, NodeKind::copy, &copy);
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* dst,
                                                   const void* symbol, size_t count, size_t offset,
                                                   cudaMemcpyKind kind) {
  const SymbolCopy copy{false, dst, symbol, count, offset, kind};
  return set_in_graph(node, NodeKind::copy, &copy);
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemsetParams* pNodeParams) {
  return set_in_graph(node, NodeKind::fill, pNodeParams);
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const cudaHostNodeParams* pNodeParams) {
  return set_in_graph(node, NodeKind::host, pNodeParams);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return set_in_graph(node, NodeKind::record, &event);
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return set_in_graph(node, NodeKind::wait, &event);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* pNodeParams) {
  return set_in_executable(hGraphExec, node, NodeKind::kernel, pNodeParams);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* pNodeParams) {
  return set_in_executable(hGraphExec, node, NodeKind::copy, pNodeParams);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                               void* dst, const void* src, size_t count,
                                               cudaMemcpyKind kind) {
  const LinearCopy copy{dst, src, count, kind};
  return set_in_executable(hGraphExec, node, NodeKind::copy, &copy);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec,
                                                     cudaGraphNode_t node, const void* symbol,
                                                     const void* src, size_t count, size_t offset,
                                                     cudaMemcpyKind kind) {
  const SymbolCopy copy{true, const_cast<void*>(symbol), src, count, offset, kind};
  return set_in_executable(hGraphExec, node, NodeKind::copy, &copy);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec,
                                                       cudaGraphNode_t node, void* dst,
                                                       const void* symbol, size_t count,
                                                       size_t offset, cudaMemcpyKind kind) {
  const SymbolCopy copy{false, dst, symbol, count, offset, kind};
  return set_in_executable(hGraphExec, node, NodeKind::copy, &copy);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaMemsetParams* pNodeParams) {
  return set_in_executable(hGraphExec, node, NodeKind::fill, pNodeParams);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* pNodeParams) {
  return set_in_executable(hGraphExec, node, NodeKind::host, pNodeParams);
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                                 cudaEvent_t event) {
  return set_in_executable(hGraphExec, hNode, NodeKind::record, &event);
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                               cudaEvent_t event) {
  return set_in_executable(hGraphExec, hNode, NodeKind::wait, &event);
}

/// The graph has the shape of the node's.
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                 cudaGraph_t childGraph) {
  return enter([&](Context& context) {
    ExecutableGraph& graph = executable_of(context, hGraphExec);
    const GraphNode& child = node_of(context, node, NodeKind::child);
    require(graph.set_child(child, graph_of(context, childGraph)), cudaErrorGraphExecUpdateFailure);
  });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                    unsigned int isEnabled) {
  return enter([&](Context& context) {
    const GraphNode& node = node_in(graph_with(context, hNode), hNode);
    executable_of(context, hGraphExec).enable(node, isEnabled != 0);
  });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                    unsigned int* isEnabled) {
  return enter([&](Context& context) {
    require(isEnabled != nullptr);
    const GraphNode& node = node_in(graph_with(context, hNode), hNode);
    *isEnabled = executable_of(context, hGraphExec).enabled(node) ? 1 : 0;
  });
}
