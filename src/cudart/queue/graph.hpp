// A graph: pieces of work and the order between them. A program builds a graph node by node, or
// captures it from streams. Instantiation makes an executable graph (executable_graph.hpp).
#pragma once

#include <memory>
#include <vector>

#include "cudart/queue/graph_node.hpp"

namespace heddle::cudart {

class Graph {
 public:
  GraphNode& add(NodeKind kind, NodePlan plan, const std::vector<const GraphNode*>& after);
  /// Makes `to` run after `from`. Both `to` and `from` are nodes of this graph.
  static void order(const GraphNode& from, GraphNode& to);
  /// Removes the order between the two nodes.
  static void unorder(const GraphNode& from, GraphNode& to) { std::erase(to.after, &from); }
  /// Removes the node and its edges.
  void remove(const GraphNode& node);

  /// The node behind a handle; null if it is no node of this graph.
  GraphNode* find(const void* handle) const;
  /// The graph that has the node behind a handle: this graph, or one inside its nodes; null if it
  /// is none of them.
  Graph* with(const void* handle);
  /// The place of the graph inside the nodes that lies at this address; null if none does.
  std::unique_ptr<Graph>* inner(const void* place) const;
  /// The nodes in the order of their creation.
  const std::vector<std::unique_ptr<GraphNode>>& nodes() const { return nodes_; }
  /// Whether the graph, or a graph inside its nodes, has a node of the kind.
  bool has(NodeKind kind) const;
  /// A graph with the same nodes and edges; the nodes have new ids. Throws
  /// CudaError(cudaErrorNotSupported) for conditional nodes, which CUDA does not clone either.
  std::unique_ptr<Graph> clone() const;

  /// The values that conditional nodes of this graph read.
  std::vector<std::shared_ptr<const Condition>>& conditions() { return conditions_; }
  const std::vector<std::shared_ptr<const Condition>>& conditions() const { return conditions_; }

 private:
  std::vector<std::unique_ptr<GraphNode>> nodes_;
  std::vector<std::shared_ptr<const Condition>> conditions_;
};

}  // namespace heddle::cudart
