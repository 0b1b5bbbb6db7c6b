#include "cudart/queue/executable_graph.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "cudart/error/cuda_error.hpp"

namespace heddle::cudart {
namespace {

bool can_be_disabled(NodeKind kind) {
  return kind == NodeKind::kernel || kind == NodeKind::copy || kind == NodeKind::fill;
}

/// The indices, with those below `first` left out and counted from `first`.
std::vector<std::size_t> counted_from(std::size_t first, const std::vector<std::size_t>& indices) {
  std::vector<std::size_t> inside;
  for (const std::size_t index : indices)
    if (index >= first) inside.push_back(index - first);
  return inside;
}

}  // namespace

ExecutableGraph::ExecutableGraph(const Graph& graph, PriorityOf priority) : priority_(priority) {
  place(graph, {});
  gather_conditions(graph);
}

/// Adds the nodes of a graph, each behind its predecessors. The roots come after the nodes
/// `before`.
void ExecutableGraph::place(const Graph& graph, const std::vector<std::size_t>& before) {
  std::unordered_map<const GraphNode*, std::size_t> index;
  const auto placed = [&](const GraphNode* other) { return index.contains(other); };
  while (index.size() < graph.nodes().size()) {
    const std::size_t known = index.size();
    for (const auto& node : graph.nodes()) {
      if (placed(node.get()) || !std::ranges::all_of(node->after, placed)) continue;
      Node made;
      made.source = node->id;
      made.kind = node->kind;
      made.plan = node->plan;
      made.priority = node->priority;
      if (node->after.empty()) made.after = before;
      std::ranges::transform(node->after, std::back_inserter(made.after),
                             [&](const GraphNode* other) { return index.at(other); });
      place_child(*node, std::move(made));
      index[node.get()] = nodes_.size() - 1;
    }
    require(index.size() > known);
  }
}

/// Adds the node. A child node stands behind the nodes of its graph, and comes after them.
void ExecutableGraph::place_child(const GraphNode& node, Node made) {
  if (node.kind == NodeKind::conditional) {
    for (const auto& graph : node.graphs)
      made.bodies.push_back(std::make_shared<ExecutableGraph>(*graph, priority_));
  }
  if (node.kind == NodeKind::child) {
    made.first = nodes_.size();
    place(*node.graphs.at(0), made.after);
    for (std::size_t i = made.first; i < nodes_.size(); ++i) made.after.push_back(i);
  }
  nodes_.push_back(std::move(made));
}

void ExecutableGraph::gather_conditions(const Graph& graph) {
  for (const auto& condition : graph.conditions())
    if (condition->at_start) conditions_.push_back(condition);
  for (const auto& node : graph.nodes())
    for (const auto& inner : node->graphs) gather_conditions(*inner);
}

const ExecutableGraph::Node* ExecutableGraph::find(const GraphNode& source) const {
  const auto node = std::ranges::find(nodes_, source.id, &Node::source);
  return node == nodes_.end() || node->kind != source.kind ? nullptr : &*node;
}

bool ExecutableGraph::set_plan(const GraphNode& source, NodePlan plan) {
  const Node* const node = find(source);
  if (node == nullptr) return false;
  nodes_[static_cast<std::size_t>(node - nodes_.data())].plan = std::move(plan);
  return true;
}

bool ExecutableGraph::set_child(const GraphNode& source, const Graph& with) {
  const Node* const end = find(source);
  if (end == nullptr || end->kind != NodeKind::child) return false;
  const ExecutableGraph fresh(with, priority_);
  const std::size_t first = end->first;
  const auto last = static_cast<std::size_t>(end - nodes_.data());
  if (fresh.nodes_.size() != last - first) return false;
  for (std::size_t i = first; i < last; ++i) {
    const Node& twin = fresh.nodes_[i - first];
    if (nodes_[i].kind != twin.kind || counted_from(first, nodes_[i].after) != twin.after)
      return false;
  }
  for (std::size_t i = first; i < last; ++i) take(nodes_[i], fresh.nodes_[i - first]);
  return true;
}

void ExecutableGraph::take(Node& node, const Node& from) {
  node.plan = from.plan;
  node.priority = from.priority;
  node.bodies = from.bodies;
}

GraphDifference ExecutableGraph::difference(const ExecutableGraph& with) const {
  if (nodes_.size() != with.nodes_.size()) return {cudaGraphExecUpdateErrorTopologyChanged, 0};
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node &mine = nodes_[i], &other = with.nodes_[i];
    if (mine.after != other.after || mine.bodies.size() != other.bodies.size())
      return {cudaGraphExecUpdateErrorTopologyChanged, other.source};
    if (mine.kind != other.kind) return {cudaGraphExecUpdateErrorNodeTypeChanged, other.source};
    for (std::size_t body = 0; body < mine.bodies.size(); ++body) {
      const auto inner = mine.bodies[body]->difference(*other.bodies[body]);
      if (inner.kind != cudaGraphExecUpdateSuccess) return inner;
    }
  }
  return {};
}

GraphDifference ExecutableGraph::update(const Graph& graph) {
  const ExecutableGraph with(graph, priority_);
  const GraphDifference differs = difference(with);
  if (differs.kind != cudaGraphExecUpdateSuccess) return differs;
  for (std::size_t i = 0; i < nodes_.size(); ++i) take(nodes_[i], with.nodes_[i]);
  conditions_ = with.conditions_;
  return differs;
}

bool ExecutableGraph::calls_host() const {
  return std::ranges::any_of(nodes_, [](const Node& node) { return node.kind == NodeKind::host; });
}

std::unique_ptr<Graph> ExecutableGraph::as_graph() const {
  auto graph = std::make_unique<Graph>();
  std::vector<const GraphNode*> made;
  for (const Node& node : nodes_) {
    if (node.kind == NodeKind::conditional)
      throw CudaError(cudaErrorNotSupported,
                      "the launch of a graph with conditional nodes cannot be captured");
    std::vector<const GraphNode*> after;
    for (const std::size_t other : node.after) after.push_back(made[other]);
    const bool works = node.enabled && node.kind != NodeKind::child;
    GraphNode& twin =
        works ? graph->add(node.kind, node.plan, after) : graph->add(NodeKind::empty, {}, after);
    twin.priority = node.priority;
    made.push_back(&twin);
  }
  return graph;
}

ExecutableGraph::Node& ExecutableGraph::switchable(const GraphNode& source) {
  const Node* const node = find(source);
  require(node != nullptr && can_be_disabled(node->kind));
  return nodes_[static_cast<std::size_t>(node - nodes_.data())];
}

bool ExecutableGraph::enabled(const GraphNode& source) const {
  const Node* const node = find(source);
  require(node != nullptr && can_be_disabled(node->kind));
  return node->enabled;
}

void ExecutableGraph::enable(const GraphNode& source, bool enabled) {
  switchable(source).enabled = enabled;
}

}  // namespace heddle::cudart
