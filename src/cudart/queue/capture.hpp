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
  explicit Capture(const Stream& origin) : origin_(origin.id) { ends_[origin.id] = {}; }

  bool invalid() const { return invalid_; }
  void invalidate() { invalid_ = true; }
  /// Whether the capture has ended. Its streams then run work again, and its graph has been taken
  /// or is lost.
  bool over() const { return graph_ == nullptr; }
  bool began_in(const Stream& stream) const { return stream.id == origin_; }

  void add(const Stream& stream, NodeKind kind, WorkMaker work, int priority);
  /// Makes the next work in the stream also wait for these nodes. A stream that is not part of the
  /// capture joins it.
  void wait(const Stream& stream, const std::vector<const GraphNode*>& nodes);
  /// The nodes that the next node in the stream waits for.
  const std::vector<const GraphNode*>& end_of(const Stream& stream) const;
  /// Whether the stream that began the capture waits for all work of the other streams.
  bool joined() const;
  /// The numbers of all streams that take part.
  std::vector<std::uint64_t> streams() const;
  std::unique_ptr<Graph> take_graph() { return std::move(graph_); }

 private:
  std::uint64_t origin_;
  std::unique_ptr<Graph> graph_ = std::make_unique<Graph>();
  std::map<std::uint64_t, std::vector<const GraphNode*>>
      ends_;  ///< nodes at the end of each stream; key: stream
  bool invalid_ = false;
};

/// Puts work into the queue of a stream, or into the graph that the stream captures. Returns null
/// if the stream captures. `priority` replaces the priority of the stream.
Ticket put(Scheduler& scheduler, Stream& stream, NodeKind kind, const WorkMaker& work,
           std::optional<int> priority = std::nullopt);

/// Throws CudaError(cudaErrorStreamCaptureUnsupported), and invalidates the capture, if the stream
/// is capturing.
void require_no_capture(const Stream& stream);

/// Calls require_no_capture for every stream that is capturing.
void require_no_capture(const Scheduler& scheduler);

/// Throws CudaError(cudaErrorStreamCaptureImplicit), and invalidates the capture, if a blocking
/// stream is capturing. The legacy default stream would wait for such a stream.
void require_no_implicit_capture(const Scheduler& scheduler);

/// Ends the capture that began in `stream`. Throws CudaError if no capture began in `stream`.
/// Otherwise every stream leaves the capture. Then throws CudaError if the capture is invalid or
/// has unjoined streams.
std::unique_ptr<Graph> end_capture(Scheduler& scheduler, Stream& stream);

}  // namespace heddle::cudart
