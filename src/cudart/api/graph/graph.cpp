// Whole graphs: creation, copies, queries, executable graphs, launches and destruction.
#include <algorithm>

#include "cudart/api/export.hpp"
#include "cudart/api/graph/graph_objects.hpp"
#include "cudart/api/symbol_version.hpp"

using namespace heddle::cudart;

namespace {

cudaError_t instantiate(cudaGraphExec_t* to, cudaGraph_t graph, unsigned long long flags,
                        const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    require(to != nullptr);
    if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0)
      throw CudaError(cudaErrorNotSupported, "graphs cannot be launched from device code");
    const PriorityOf priority = (flags & cudaGraphInstantiateFlagUseNodePriority) != 0
                                    ? PriorityOf::node
                                    : PriorityOf::stream;
    const Graph& from = graph_of(context, graph);
    if (context.recorder() != nullptr && from.has(NodeKind::conditional))
      throw CudaError(cudaErrorNotSupported, "a capture file has no conditional nodes of graphs");
    *to = reinterpret_cast<cudaGraphExec_t>(
        &context.executables().create({std::make_unique<ExecutableGraph>(from, priority), flags}));
  });
}

/// The node of the graph, or of a graph inside its nodes, with this id; null if there is none.
cudaGraphNode_t node_with_id(const Graph& graph, std::uint64_t id) {
  for (const auto& node : graph.nodes()) {
    if (node->id == id) return handle_of(*node);
    for (const auto& inner : node->graphs)
      if (const cudaGraphNode_t found = node_with_id(*inner, id)) return found;
  }
  return nullptr;
}

constexpr const char* kInstantiate = "cudaGraphInstantiate";

}  // namespace

cudaError_t heddle::cudart::update_graph(cudaGraphExec_t executable, cudaGraph_t graph,
                                         cudaGraphExecUpdateResultInfo* info) {
  return enter("cudaGraphExecUpdate", [&](Context& context) {
    require(info != nullptr);
    const Graph& from = graph_of(context, graph);
    const GraphDifference differs = executable_of(context, executable).update(from);
    *info = {differs.kind, node_with_id(from, differs.node), nullptr};
    return differs.kind == cudaGraphExecUpdateSuccess ? cudaSuccess
                                                      : cudaErrorGraphExecUpdateFailure;
  });
}

cudaError_t cudaGraphCreate(cudaGraph_t* pGraph, unsigned int flags) {
  return enter([&](Context& context) {
    require(pGraph != nullptr && flags == 0);
    *pGraph = handle_of(context.graphs().create(std::make_unique<Graph>()));
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return enter([&](Context& context) {
    // The graph of a node belongs to the node.
    require(context.graphs().contains(graph));
    require(!is_captured_into(context.scheduler(), *context.graphs().at(graph)));
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

/// CUDA 11 has other arguments than later versions.
HEDDLE_EXPORT HEDDLE_VERSION_11("cudaGraphInstantiate") cudaError_t
    heddle_cudaGraphInstantiate_11(cudaGraphExec_t* to, cudaGraph_t graph,
                                   cudaGraphNode_t* error_node, char* log, size_t bytes) {
  if (error_node != nullptr) *error_node = nullptr;
  if (log != nullptr && bytes != 0) *log = 0;
  return instantiate(to, graph, 0, kInstantiate);
}
HEDDLE_EXPORT HEDDLE_VERSION_12("cudaGraphInstantiate") cudaError_t
    heddle_cudaGraphInstantiate_12(cudaGraphExec_t* to, cudaGraph_t graph,
                                   unsigned long long flags) {
  return instantiate(to, graph, flags, kInstantiate);
}
HEDDLE_EXPORT HEDDLE_VERSION_13("cudaGraphInstantiate") cudaError_t
    heddle_cudaGraphInstantiate_13(cudaGraphExec_t* to, cudaGraph_t graph,
                                   unsigned long long flags) {
  return instantiate(to, graph, flags, kInstantiate);
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

/// CUDA 11 has other arguments than later versions.
HEDDLE_EXPORT HEDDLE_VERSION_11("cudaGraphExecUpdate") cudaError_t
    heddle_cudaGraphExecUpdate_11(cudaGraphExec_t executable, cudaGraph_t graph,
                                  cudaGraphNode_t* error_node, cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info{};
  const cudaError_t code = update_graph(executable, graph, &info);
  if (error_node != nullptr) *error_node = info.errorNode;
  if (result != nullptr) *result = info.result;
  return code;
}
HEDDLE_EXPORT HEDDLE_VERSION_12("cudaGraphExecUpdate") cudaError_t
    heddle_cudaGraphExecUpdate_12(cudaGraphExec_t executable, cudaGraph_t graph,
                                  cudaGraphExecUpdateResultInfo* info) {
  return update_graph(executable, graph, info);
}
HEDDLE_EXPORT HEDDLE_VERSION_13("cudaGraphExecUpdate") cudaError_t
    heddle_cudaGraphExecUpdate_13(cudaGraphExec_t executable, cudaGraph_t graph,
                                  cudaGraphExecUpdateResultInfo* info) {
  return update_graph(executable, graph, info);
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graphExec, unsigned long long* flags) {
  return enter([&](Context& context) {
    require(flags != nullptr);
    executable_of(context, graphExec);
    *flags = context.executables().at(graphExec).flags;
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
    if (into.capture) {
      into.capture->add(into, NodeKind::child, {}, into.priority)
          .graphs.push_back(graph.as_graph());
      return;
    }
    graph.launch(context.scheduler(), into);
    if (graph.calls_host()) runtime().quiet_host().expect();
  });
}
