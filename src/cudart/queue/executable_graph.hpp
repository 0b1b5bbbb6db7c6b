// An executable graph: the nodes of a graph in an order in which they can run. Each launch puts a
// copy of each piece of work into the queues. Pieces without an order between them may run at the
// same time. The nodes of child graphs stand among the nodes of the graph itself. The graphs of a
// conditional node are executable graphs of their own, which are launched when the node runs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cudart/queue/graph.hpp"
#include "cudart/queue/scheduler.hpp"

namespace heddle::cudart {

/// Where the kernels of an executable graph get their priority.
enum class PriorityOf : std::uint8_t {
  stream,  ///< from the stream into which the graph is launched
  node,
};

/// Why an executable graph cannot take the work of a graph, as cudaGraphExecUpdate says it.
struct GraphDifference {
  cudaGraphExecUpdateResult kind = cudaGraphExecUpdateSuccess;
  std::uint64_t node = 0;  ///< id of the first node of the new graph that differs; 0: none
};

class ExecutableGraph {
 public:
  /// Throws CudaError(cudaErrorInvalidValue) if the nodes wait for each other in a cycle.
  explicit ExecutableGraph(const Graph& graph, PriorityOf priority = PriorityOf::stream);

  /// The launch comes after everything in the stream and after earlier launches of this graph. Work
  /// that comes into the stream later waits for the whole graph.
  void launch(Scheduler& scheduler, Stream& stream);

  /// Replaces the plan of the node made from `source`. Returns false if no node of the same kind
  /// was made from `source`.
  bool set_plan(const GraphNode& source, NodePlan plan);
  /// Takes the plans of the nodes of `with` for the child node made from `source`. Returns false,
  /// and changes nothing, if no child node was made from `source` or the shapes differ.
  bool set_child(const GraphNode& source, const Graph& with);
  /// Takes all plans and priorities from a graph of the same shape. Changes nothing if the shapes
  /// differ.
  GraphDifference update(const Graph& graph);
  bool calls_host() const;
  /// A graph that does what a launch does. Throws CudaError(cudaErrorNotSupported) for conditional
  /// nodes.
  std::unique_ptr<Graph> as_graph() const;

  /// Whether launches run the kernel, the copy or the fill made from `source`. Both functions throw
  /// CudaError(cudaErrorInvalidValue) if nothing of these kinds was made from `source`.
  bool enabled(const GraphNode& source) const;
  void enable(const GraphNode& source, bool enabled);

 private:
  struct Node {
    std::uint64_t source = 0;  ///< id of the node in the graph
    NodeKind kind = NodeKind::empty;
    NodePlan plan;
    /// Indices of the predecessors, all smaller than this node's index.
    std::vector<std::size_t> after;
    int priority = 0;
    bool enabled = true;
    std::size_t first = 0;  ///< child node: index of the first node of its graph
    std::vector<std::shared_ptr<ExecutableGraph>> bodies;  ///< graphs of a conditional node
  };
  struct Turn;

  void place(const Graph& graph, const std::vector<std::size_t>& before);
  void place_child(const GraphNode& node, Node made);
  void gather_conditions(const Graph& graph);
  GraphDifference difference(const ExecutableGraph& with) const;
  void take(Node& node, const Node& from);
  const Node* find(const GraphNode& source) const;
  Node& switchable(const GraphNode& source);

  std::vector<Ticket> submit(Scheduler& scheduler, WorkOrigin origin, const Ticket& begin) const;
  Ticket submit_node(Scheduler& scheduler, Stream& lane, const Node& node, const WorkOrigin& origin,
                     std::vector<Ticket> after) const;
  static Ticket submit_conditional(Scheduler& scheduler, Stream& lane, const Node& node,
                                   const WorkOrigin& origin, std::vector<Ticket> after);

  std::vector<Node> nodes_;
  std::vector<std::shared_ptr<const Condition>> conditions_;  ///< with a value at the start
  PriorityOf priority_;
  Ticket last_;  ///< marker at the end of the last launch
};

}  // namespace heddle::cudart
