// Whole graphs: creation, copies, queries, executable graphs, launches and destruction.
#include <algorithm>

#include "cudart/api/graph/graph_objects.hpp"

using namespace heddle::cudart;

namespace {

cudaGraphNodeType type_of(NodeKind kind) {
  switch (kind) {
    case NodeKind::kernel:
      return cudaGraphNodeTypeKernel;
    case NodeKind::copy:
      return cudaGraphNodeTypeMemcpy;
    case NodeKind::fill:
      return cudaGraphNodeTypeMemset;
    case NodeKind::host:
      return cudaGraphNodeTypeHost;
    case NodeKind::allocate:
      return cudaGraphNodeTypeMemAlloc;
    case NodeKind::free:
      return cudaGraphNodeTypeMemFree;
    case NodeKind::empty:
      return cudaGraphNodeTypeEmpty;
  }
  return cudaGraphNodeTypeEmpty;
}

cudaError_t instantiate(cudaGraphExec_t* to, cudaGraph_t graph, unsigned long long flags,
                        const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    require(to != nullptr);
    if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0)
      throw CudaError(cudaErrorNotSupported, "graphs cannot be launched from device code");
    const PriorityOf priority = (flags & cudaGraphInstantiateFlagUseNodePriority) != 0
                                    ? PriorityOf::node
                                    : PriorityOf::stream;
    *to = reinterpret_cast<cudaGraphExec_t>(&context.executables().create(
        std::make_unique<ExecutableGraph>(graph_of(context, graph), priority)));
  });
}

}  // namespace

namespace heddle::cudart {

Graph& graph_with(Context& context, cudaGraphNode_t node) {
  std::unique_ptr<Graph>* const graph = context.graphs().find_if(
      [&](const std::unique_ptr<Graph>& candidate) { return candidate->find(node) != nullptr; });
  require(graph != nullptr);
  return **graph;
}

std::vector<const GraphNode*> nodes_in(const Graph& graph,
                                       std::span<const cudaGraphNode_t> handles) {
  std::vector<const GraphNode*> nodes;
  for (const cudaGraphNode_t handle : handles) nodes.push_back(&node_in(graph, handle));
  return nodes;
}

void answer_nodes(const std::vector<const GraphNode*>& nodes, cudaGraphNode_t* to,
                  std::size_t* count) {
  require(count != nullptr);
  if (to != nullptr) {
    for (std::size_t i = 0; i < *count; ++i)
      to[i] = i < nodes.size() ? handle_of(*nodes[i]) : nullptr;
  }
  if (to == nullptr || *count > nodes.size()) *count = nodes.size();
}

}  // namespace heddle::cudart

cudaError_t cudaGraphCreate(cudaGraph_t* pGraph, unsigned int flags) {
  return enter([&](Context& context) {
    require(pGraph != nullptr && flags == 0);
    *pGraph = handle_of(context.graphs().create(std::make_unique<Graph>()));
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return enter([&](Context& context) {
    graph_of(context, graph);
    context.graphs().erase(graph);
  });
}

cudaError_t cudaGraphClone(cudaGraph_t* pGraphClone, cudaGraph_t originalGraph) {
  return enter([&](Context& context) {
    require(pGraphClone != nullptr);
    *pGraphClone = handle_of(context.graphs().create(graph_of(context, originalGraph).clone()));
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return enter([&](Context& context) {
    Graph& graph = graph_with(context, node);
    graph.remove(node_in(graph, node));
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* numNodes) {
  return enter([&](Context& context) {
    std::vector<const GraphNode*> all;
    for (const auto& node : graph_of(context, graph).nodes()) all.push_back(node.get());
    answer_nodes(all, nodes, numNodes);
  });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* pRootNodes,
                                  size_t* pNumRootNodes) {
  return enter([&](Context& context) {
    std::vector<const GraphNode*> roots;
    for (const auto& node : graph_of(context, graph).nodes()) {
      if (node->after.empty()) roots.push_back(node.get());
    }
    answer_nodes(roots, pRootNodes, pNumRootNodes);
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* pType) {
  return enter([&](Context& context) {
    require(pType != nullptr);
    *pType = type_of(node_in(graph_with(context, node), node).kind);
  });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                 unsigned long long flags) {
  return instantiate(pGraphExec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return instantiate(pGraphExec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* instantiateParams) {
  if (instantiateParams == nullptr) return enter([](Context&) { return cudaErrorInvalidValue; });
  const cudaError_t code = instantiate(pGraphExec, graph, instantiateParams->flags);
  instantiateParams->errNode_out = nullptr;
  instantiateParams->result_out =
      code == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
  return code;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) {
  return enter([&](Context& context) {
    executable_of(context, graphExec);
    context.executables().erase(graphExec);
  });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                cudaGraphExecUpdateResultInfo* resultInfo) {
  return enter([&](Context& context) {
    require(resultInfo != nullptr);
    *resultInfo = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
    if (executable_of(context, hGraphExec).update(graph_of(context, hGraph))) return cudaSuccess;
    resultInfo->result = cudaGraphExecUpdateErrorTopologyChanged;
    return cudaErrorGraphExecUpdateFailure;
  });
}

/// Only checks the arguments. A launch needs no preparation, because the nodes already have their
/// work.
cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return enter([&](Context& context, ThreadState& thread) {
    executable_of(context, graphExec);
    require_no_capture(context.stream(stream, thread));
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return enter([&](Context& context, ThreadState& thread) {
    ExecutableGraph& graph = executable_of(context, graphExec);
    Stream& into = context.stream(stream, thread);
    if (into.capture) throw CudaError(cudaErrorNotSupported, "graphs inside graphs");
    graph.launch(context.scheduler(), into);
    if (graph.calls_host()) runtime().quiet_host().expect();
  });
}
