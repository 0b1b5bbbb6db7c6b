// A graph: pieces of work and the order between them. A program builds a graph node by node, or
// captures it from streams. Instantiation makes an executable graph, whose order is fixed. Each
// launch puts a copy of each piece of work into the queues. Pieces without an order between them
// may run at the same time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "cudart/queue/scheduler.hpp"

namespace heddle::cudart {

enum class NodeKind : std::uint8_t { kernel, copy, fill, host, empty, allocate, free };

/// The stream and the priority that work runs with.
struct WorkOrigin {
  std::uint64_t stream = 0;  ///< number of the stream
  int priority = 0;
};

/// Makes new work for each launch.
using WorkMaker = std::function<Work(const WorkOrigin& origin)>;

struct GraphNode {
  std::uint64_t id = 0;  ///< unique among all nodes
  NodeKind kind = NodeKind::empty;
  WorkMaker work;                       ///< null for an empty node
  std::vector<const GraphNode*> after;  ///< predecessors, without repetitions
  int priority = 0;                     ///< priority attribute of a kernel node
};

/// Where the kernels of an executable graph get their priority.
enum class PriorityOf : std::uint8_t {
  stream,  ///< from the stream into which the graph is launched
  node,
};

class Graph {
 public:
  GraphNode& add(NodeKind kind, WorkMaker work, const std::vector<const GraphNode*>& after);
  /// Makes `to` run after `from`. Both `to` and `from` are nodes of this graph.
  static void order(const GraphNode& from, GraphNode& to);
  /// Removes the order between the two nodes.
  static void unorder(const GraphNode& from, GraphNode& to) { std::erase(to.after, &from); }
  /// Removes the node and its edges.
  void remove(const GraphNode& node);

  /// The node behind a handle; null if it is no node of this graph.
  GraphNode* find(const void* handle) const;
  /// The nodes in the order of their creation.
  const std::vector<std::unique_ptr<GraphNode>>& nodes() const { return nodes_; }
  /// A graph with the same nodes and edges; the nodes have new ids.
  std::unique_ptr<Graph> clone() const;

 private:
  std::vector<std::unique_ptr<GraphNode>> nodes_;
};

class ExecutableGraph {
 public:
  /// Throws CudaError(cudaErrorInvalidValue) if the nodes wait for each other in a cycle.
  explicit ExecutableGraph(const Graph& graph, PriorityOf priority = PriorityOf::stream);

  /// The launch comes after everything in the stream and after earlier launches of this graph. Work
  /// that comes into the stream later waits for the whole graph.
  void launch(Scheduler& scheduler, Stream& stream);

  /// Replaces the work of the node made from `source`. Returns false if no node of the same kind
  /// was made from `source`.
  bool set_work(const GraphNode& source, WorkMaker work);
  /// Takes all work and priorities from a graph of the same shape. Returns false, and changes
  /// nothing, if the shapes differ.
  bool update(const Graph& graph);
  bool calls_host() const;

 private:
  struct Node {
    std::uint64_t source = 0;  ///< id of the node in the graph
    NodeKind kind = NodeKind::empty;
    WorkMaker work;
    /// Indices of the predecessors, all smaller than this node's index.
    std::vector<std::size_t> after;
    int priority = 0;
  };
  static std::vector<Node> sorted(const Graph& graph);

  std::vector<Node> nodes_;
  PriorityOf priority_;
  Ticket last_;  ///< marker at the end of the last launch
};

}  // namespace heddle::cudart
