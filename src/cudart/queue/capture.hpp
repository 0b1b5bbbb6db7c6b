// Stream capture. While a stream captures, work that is put into it becomes nodes of a graph and
// does not run. A stream joins the capture when it waits for an event that was recorded in a
// capturing stream.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "cudart/queue/event.hpp"
#include "cudart/queue/graph.hpp"

namespace heddle::cudart {

class Capture {
 public:
  explicit Capture(const Stream& origin)
      : origin_(origin.id), own_(std::make_unique<Graph>()), graph_(own_.get()) {
    ends_[origin.id] = {};
  }
  /// A capture into a graph of the program. Its first nodes come after the nodes `after`.
  Capture(const Stream& origin, Graph& into, std::vector<const GraphNode*> after,
          cudaGraph_t handle)
      : origin_(origin.id), graph_(&into), handle_(handle) {
    ends_[origin.id] = std::move(after);
  }
  /// The handle of the graph of the program; null if there is none.
  cudaGraph_t handle() const { return handle_; }

  bool invalid() const { return invalid_; }
  void invalidate() { invalid_ = true; }
  /// Whether the capture has ended. Its streams then run work again, and its graph has been taken
  /// or is lost.
  bool over() const { return graph_ == nullptr; }
  bool began_in(const Stream& stream) const { return stream.id == origin_; }

  GraphNode& add(const Stream& stream, NodeKind kind, NodePlan plan, int priority);
  /// Makes the next work in the stream also wait for these nodes. A stream that is not part of the
  /// capture joins it.
  void wait(const Stream& stream, const std::vector<const GraphNode*>& nodes);
  /// The nodes that the next node in the stream waits for.
  const std::vector<const GraphNode*>& end_of(const Stream& stream) const;
  /// Whether the stream that began the capture waits for all work of the other streams.
  bool joined() const;
  /// The numbers of all streams that take part.
  std::vector<std::uint64_t> streams() const;
  /// Whether the nodes go into this graph.
  bool fills(const Graph& graph) const { return graph_ == &graph; }
  /// Ends the capture. Returns its graph, or null if the program has the graph.
  std::unique_ptr<Graph> take_graph() {
    graph_ = nullptr;
    return std::move(own_);
  }

 private:
  std::uint64_t origin_;
  std::unique_ptr<Graph> own_;  ///< null: the nodes go into a graph of the program
  Graph* graph_;                ///< null: the capture has ended
  cudaGraph_t handle_ = nullptr;
  std::map<std::uint64_t, std::vector<const GraphNode*>>
      ends_;  ///< nodes at the end of each stream; key: stream
  bool invalid_ = false;
};

/// Puts work into the queue of a stream, or into the graph that the stream captures. Returns null
/// if the stream captures. `priority` replaces the priority of the stream.
Ticket put(Scheduler& scheduler, Stream& stream, NodeKind kind, const NodePlan& plan,
           std::optional<int> priority = std::nullopt);

/// Throws CudaError(cudaErrorStreamCaptureUnsupported), and invalidates the capture, if the stream
/// is capturing.
void require_no_capture(const Stream& stream);

/// Calls require_no_capture for every stream that is capturing.
void require_no_capture(Scheduler& scheduler);

/// Throws CudaError(cudaErrorStreamCaptureImplicit), and invalidates the capture, if a blocking
/// stream is capturing. The legacy default stream would wait for such a stream.
void require_no_implicit_capture(Scheduler& scheduler);

/// Whether a stream captures into this graph of the program.
bool is_captured_into(Scheduler& scheduler, const Graph& graph);

/// Ends the capture that began in `stream`. Returns null if the nodes went into a graph of the
/// program. Throws CudaError if no capture began in `stream`.
/// Otherwise every stream leaves the capture. Then throws CudaError if the capture is invalid or
/// has unjoined streams.
std::unique_ptr<Graph> end_capture(Scheduler& scheduler, Stream& stream);

}  // namespace heddle::cudart
