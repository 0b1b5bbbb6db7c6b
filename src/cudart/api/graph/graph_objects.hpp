// Finds graphs, their nodes and executable graphs by the handles of the program. A graph's handle
// is the address of the pointer that owns the graph: an entry of the context's table, or the place
// of a graph inside a node.
#pragma once

#include <span>

#include "cudart/runtime/entry.hpp"

namespace heddle::cudart {

inline cudaGraph_t handle_of(const std::unique_ptr<Graph>& graph) {
  return reinterpret_cast<cudaGraph_t>(const_cast<std::unique_ptr<Graph>*>(&graph));
}
inline cudaGraphNode_t handle_of(const GraphNode& node) {
  return reinterpret_cast<cudaGraphNode_t>(const_cast<GraphNode*>(&node));
}

/// These functions throw CudaError(cudaErrorInvalidValue) for an unknown handle.
Graph& graph_of(Context& context, cudaGraph_t handle);
inline ExecutableGraph& executable_of(Context& context, cudaGraphExec_t handle) {
  require(context.executables().contains(handle));
  return *context.executables().at(handle).graph;
}
inline GraphNode& node_in(const Graph& graph, cudaGraphNode_t handle) {
  GraphNode* const node = graph.find(handle);
  require(node != nullptr);
  return *node;
}

/// The graph that has the node. Throws CudaError for an unknown node.
Graph& graph_with(Context& context, cudaGraphNode_t node);

/// The node of this kind. Throws CudaError for an unknown node and a node of another kind.
GraphNode& node_of(Context& context, cudaGraphNode_t handle, NodeKind kind);

std::vector<const GraphNode*> nodes_in(const Graph& graph,
                                       std::span<const cudaGraphNode_t> handles);

/// Returns the handles of nodes as CUDA's queries do. If `to` is null, writes the number of nodes
/// to `*count`. Otherwise writes at most `*count` handles to `to`, and null to the remaining
/// elements of `to`.
void answer_nodes(const std::vector<const GraphNode*>& nodes, cudaGraphNode_t* to,
                  std::size_t* count);

cudaGraphNodeType type_of(NodeKind kind);

/// cudaGraphExecUpdate as of CUDA 12.
cudaError_t update_graph(cudaGraphExec_t executable, cudaGraph_t graph,
                         cudaGraphExecUpdateResultInfo* info);

}  // namespace heddle::cudart
