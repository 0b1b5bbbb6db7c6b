// A graph: pieces of work and the order between them, put together node by node or captured from
// streams. Instantiating fixes it; every launch puts a copy of each piece into the queues, and
// pieces that are not ordered may run side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "cudart/queue/scheduler.hpp"

namespace heddle::cudart {

enum class NodeKind : std::uint8_t { kernel, copy, fill, host, empty, allocate, free };

/// In whose name work runs.
struct WorkOrigin {
  std::uint64_t stream = 0;  ///< number of the stream
  int priority = 0;
};

/// Makes the work anew for each launch.
using WorkMaker = std::function<Work(const WorkOrigin& origin)>;

struct GraphNode {
  std::uint64_t id = 0;  ///< differs between all nodes ever made
  NodeKind kind = NodeKind::empty;
  WorkMaker work;                       ///< null for an empty node
  std::vector<const GraphNode*> after;  ///< without repetitions
  int priority = 0;                     ///< a kernel node's attribute
};

/// Whose priority the kernels of an executable graph have.
enum class PriorityOf : std::uint8_t {
  stream,  ///< into which the graph is launched
  node,
};

class Graph {
 public:
  GraphNode& add(NodeKind kind, WorkMaker work, const std::vector<const GraphNode*>& after);
  /// `to` runs after `from`, both nodes of this graph.
  static void order(const GraphNode& from, GraphNode& to);
  /// `to` no longer waits for `from`.
  static void unorder(const GraphNode& from, GraphNode& to) { std::erase(to.after, &from); }
  /// Removes the node and the edges at it.
  void remove(const GraphNode& node);

  /// The node behind a handle; null: it is none of this graph.
  GraphNode* find(const void* handle) const;
  /// In the order in which they were made.
  const std::vector<std::unique_ptr<GraphNode>>& nodes() const { return nodes_; }
  /// The same nodes and edges, under new ids.
  std::unique_ptr<Graph> clone() const;

 private:
  std::vector<std::unique_ptr<GraphNode>> nodes_;
};

class ExecutableGraph {
 public:
  /// Throws CudaError(cudaErrorInvalidValue) if the nodes wait for each other in a circle.
  explicit ExecutableGraph(const Graph& graph, PriorityOf priority = PriorityOf::stream);

  /// After all that is in the stream, and after this graph's launches before; what comes into the
  /// stream later waits for the whole graph.
  void launch(Scheduler& scheduler, Stream& stream);

  /// New work for the node made from `source`; false: there is none of that kind.
  bool set_work(const GraphNode& source, WorkMaker work);
  /// Takes all work, and its priorities, from a graph of the same shape. False, and nothing is
  /// changed: the shapes differ.
  bool update(const Graph& graph);
  bool calls_host() const;

 private:
  struct Node {
    std::uint64_t source = 0;  ///< id of the graph's node
    NodeKind kind = NodeKind::empty;
    WorkMaker work;
    std::vector<std::size_t> after;  ///< indices, all smaller than the node's own
    int priority = 0;
  };
  static std::vector<Node> sorted(const Graph& graph);

  std::vector<Node> nodes_;
  PriorityOf priority_;
  Ticket last_;  ///< end of the newest launch
};

}  // namespace heddle::cudart
