#include "cudart/queue/graph.hpp"

#include <algorithm>
#include <atomic>
#include <unordered_map>
#include <utility>

#include "cudart/error/cuda_error.hpp"

namespace heddle::cudart {
namespace {

std::uint64_t next_node_id() {
  static std::atomic<std::uint64_t> id{0};
  return ++id;
}

}  // namespace

GraphNode& Graph::add(NodeKind kind, NodePlan plan, const std::vector<const GraphNode*>& after) {
  GraphNode& node = *nodes_.emplace_back(std::make_unique<GraphNode>());
  node.id = next_node_id();
  node.kind = kind;
  node.plan = std::move(plan);
  for (const GraphNode* before : after) order(*before, node);
  return node;
}

void Graph::order(const GraphNode& from, GraphNode& to) {
  if (std::ranges::find(to.after, &from) == to.after.end()) to.after.push_back(&from);
}

void Graph::remove(const GraphNode& node) {
  for (const auto& other : nodes_) std::erase(other->after, &node);
  std::erase_if(nodes_, [&](const auto& other) { return other.get() == &node; });
}

GraphNode* Graph::find(const void* handle) const {
  const auto found = std::ranges::find(nodes_, handle, [](const auto& node) { return node.get(); });
  return found == nodes_.end() ? nullptr : found->get();
}

Graph* Graph::with(const void* handle) {
  if (find(handle) != nullptr) return this;
  for (const auto& node : nodes_) {
    for (const auto& graph : node->graphs)
      if (Graph* const found = graph->with(handle)) return found;
  }
  return nullptr;
}

std::unique_ptr<Graph>* Graph::inner(const void* place) const {
  for (const auto& node : nodes_) {
    for (auto& graph : node->graphs) {
      if (&graph == place) return &graph;
      if (auto* const found = graph->inner(place)) return found;
    }
  }
  return nullptr;
}

bool Graph::has(NodeKind kind) const {
  return std::ranges::any_of(nodes_, [kind](const auto& node) {
    return node->kind == kind || std::ranges::any_of(node->graphs, [kind](const auto& graph) {
             return graph->has(kind);
           });
  });
}

std::unique_ptr<Graph> Graph::clone() const {
  if (has(NodeKind::conditional))
    throw CudaError(cudaErrorNotSupported, "a graph with conditional nodes cannot be cloned");
  auto copy = std::make_unique<Graph>();
  std::unordered_map<const GraphNode*, GraphNode*> twin;
  for (const auto& node : nodes_) {
    GraphNode& made = copy->add(node->kind, node->plan, {});
    made.origin = node->id;
    made.priority = node->priority;
    for (const auto& graph : node->graphs) made.graphs.push_back(graph->clone());
    twin[node.get()] = &made;
  }
  for (const auto& node : nodes_) {
    for (const GraphNode* before : node->after) order(*twin.at(before), *twin.at(node.get()));
  }
  return copy;
}

}  // namespace heddle::cudart
