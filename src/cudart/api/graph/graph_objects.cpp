#include "cudart/api/graph/graph_objects.hpp"

namespace heddle::cudart {

Graph& graph_of(Context& context, cudaGraph_t handle) {
  if (context.graphs().contains(handle)) return *context.graphs().at(handle);
  std::unique_ptr<Graph>* inner = nullptr;
  context.graphs().find_if([&](const std::unique_ptr<Graph>& graph) {
    inner = graph->inner(handle);
    return inner != nullptr;
  });
  require(inner != nullptr);
  return **inner;
}

Graph& graph_with(Context& context, cudaGraphNode_t node) {
  Graph* found = nullptr;
  context.graphs().find_if([&](const std::unique_ptr<Graph>& graph) {
    found = graph->with(node);
    return found != nullptr;
  });
  require(found != nullptr);
  return *found;
}

GraphNode& node_of(Context& context, cudaGraphNode_t handle, NodeKind kind) {
  GraphNode& node = node_in(graph_with(context, handle), handle);
  require(node.kind == kind);
  return node;
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
    case NodeKind::child:
      return cudaGraphNodeTypeGraph;
    case NodeKind::record:
      return cudaGraphNodeTypeEventRecord;
    case NodeKind::wait:
      return cudaGraphNodeTypeWaitEvent;
    case NodeKind::conditional:
      return cudaGraphNodeTypeConditional;
    case NodeKind::empty:
      return cudaGraphNodeTypeEmpty;
  }
  return cudaGraphNodeTypeEmpty;
}

}  // namespace heddle::cudart
