// Adds nodes to graphs, and replaces the plans of nodes in graphs and in executable graphs.
#pragma once

#include <algorithm>

#include "cudart/api/graph/graph_objects.hpp"
#include "cudart/api/graph/node_plans.hpp"

namespace heddle::cudart {

/// Where a node comes in: the handle to write, the graph, and the predecessors.
struct NodeSite {
  cudaGraphNode_t* node;
  cudaGraph_t graph;
  const cudaGraphNode_t* after;
  std::size_t after_count;
};

/// Throws CudaError(cudaErrorInvalidValue) unless each edge only means "after". `data` may be null.
inline void require_plain_edges(const cudaGraphEdgeData* data, std::size_t count) {
  require(data == nullptr || std::all_of(data, data + count, [](const cudaGraphEdgeData& edge) {
            return edge.from_port == 0 && edge.to_port == 0 && edge.type == 0;
          }));
}

/// Adds a node with the plan that `plan(context)` returns. Throws CudaError.
template <typename Plan>
GraphNode& add_node(Context& context, const NodeSite& site, NodeKind kind, const Plan& plan) {
  require(site.node != nullptr && (site.after != nullptr || site.after_count == 0));
  Graph& graph = graph_of(context, site.graph);
  const auto after = nodes_in(graph, std::span(site.after, site.after_count));
  GraphNode& node = graph.add(kind, plan(context), after);
  *site.node = handle_of(node);
  return node;
}

template <typename Plan>
cudaError_t add(const NodeSite& site, NodeKind kind, const Plan& plan,
                const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) { add_node(context, site, kind, plan); });
}

template <typename Parameters>
cudaError_t set_in_graph(cudaGraphNode_t handle, NodeKind kind, const Parameters* parameters,
                         const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    GraphNode& node = node_of(context, handle, kind);
    node.plan = plan_node(context, parameters);
  });
}

template <typename Parameters>
cudaError_t set_in_executable(cudaGraphExec_t executable, cudaGraphNode_t handle, NodeKind kind,
                              const Parameters* parameters,
                              const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    ExecutableGraph& graph = executable_of(context, executable);
    const GraphNode& node = node_of(context, handle, kind);
    require(graph.set_plan(node, plan_node(context, parameters)));
  });
}

}  // namespace heddle::cudart
