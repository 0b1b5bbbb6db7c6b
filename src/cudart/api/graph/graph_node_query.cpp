// Says what nodes do.
#include <algorithm>

#include "cudart/api/graph/graph_objects.hpp"

using namespace heddle::cudart;

namespace {

/// What the program said about a node of this kind. Throws CudaError if nothing is known, as for a
/// captured fill of three dimensions.
template <typename Said>
const Said& said_of(Context& context, cudaGraphNode_t handle, NodeKind kind) {
  const Said* const said = std::get_if<Said>(&node_of(context, handle, kind).plan.parameters);
  if (said == nullptr)
    throw CudaError(cudaErrorNotSupported, "the parameters of this captured node are not known");
  return *said;
}

template <typename Said>
cudaError_t answer(Said* to, cudaGraphNode_t node, NodeKind kind,
                   const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    require(to != nullptr);
    *to = said_of<Said>(context, node, kind);
  });
}

cudaError_t answer_event(cudaEvent_t* to, cudaGraphNode_t node, NodeKind kind,
                         const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    require(to != nullptr);
    *to = said_of<EventNode>(context, node, kind).event;
  });
}

}  // namespace

/// The pointers to arguments stay valid until the node gets other parameters.
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* pNodeParams) {
  return enter([&](Context& context) {
    require(pNodeParams != nullptr);
    *pNodeParams = said_of<KernelNode>(context, node, NodeKind::kernel).parameters;
  });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* pNodeParams) {
  return answer(pNodeParams, node, NodeKind::copy);
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* pNodeParams) {
  return answer(pNodeParams, node, NodeKind::fill);
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* pNodeParams) {
  return answer(pNodeParams, node, NodeKind::host);
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           cudaMemAllocNodeParams* params_out) {
  return answer(params_out, node, NodeKind::allocate);
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* dptr_out) {
  return enter([&](Context& context) {
    require(dptr_out != nullptr);
    *static_cast<void**>(dptr_out) = said_of<FreedMemory>(context, node, NodeKind::free).pointer;
  });
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event_out) {
  return answer_event(event_out, node, NodeKind::record);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event_out) {
  return answer_event(event_out, node, NodeKind::wait);
}

/// The graph belongs to the node, and changes with it.
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* pGraph) {
  return enter([&](Context& context) {
    require(pGraph != nullptr);
    *pGraph = handle_of(node_of(context, node, NodeKind::child).graphs.at(0));
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* pType) {
  return enter([&](Context& context) {
    require(pType != nullptr);
    *pType = type_of(node_in(graph_with(context, node), node).kind);
  });
}

/// The graph must be a clone of the node's graph.
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* pNode, cudaGraphNode_t originalNode,
                                     cudaGraph_t clonedGraph) {
  return enter([&](Context& context) {
    require(pNode != nullptr);
    const std::uint64_t origin = node_in(graph_with(context, originalNode), originalNode).id;
    const auto& nodes = graph_of(context, clonedGraph).nodes();
    const auto twin =
        std::ranges::find_if(nodes, [origin](const auto& node) { return node->origin == origin; });
    require(twin != nodes.end());
    *pNode = handle_of(**twin);
  });
}
