// Stream capture: while a stream captures, what is put into it becomes nodes of a graph instead of
// running. Streams that wait for an event recorded in a capturing stream join the capture.
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
  /// The streams run again; what was captured is a graph, or lost.
  bool over() const { return graph_ == nullptr; }
  bool began_in(const Stream& stream) const { return stream.id == origin_; }

  void add(const Stream& stream, NodeKind kind, WorkMaker work, int priority);
  /// What comes into the stream next waits for these too; the stream joins if it is new.
  void wait(const Stream& stream, const std::vector<const GraphNode*>& nodes);
  /// The nodes that the next one in the stream waits for.
  const std::vector<const GraphNode*>& end_of(const Stream& stream) const;
  /// Whether the stream that began the capture waits for all that the others have done.
  bool joined() const;
  /// Numbers of all streams that take part.
  std::vector<std::uint64_t> streams() const;
  std::unique_ptr<Graph> take_graph() { return std::move(graph_); }

 private:
  std::uint64_t origin_;
  std::unique_ptr<Graph> graph_ = std::make_unique<Graph>();
  std::map<std::uint64_t, std::vector<const GraphNode*>> ends_;  ///< by stream
  bool invalid_ = false;
};

/// Puts work into a stream: into its queue, or into the graph that it captures. Null in that case.
/// `priority`: another one than the stream's.
Ticket put(Scheduler& scheduler, Stream& stream, NodeKind kind, const WorkMaker& work,
           std::optional<int> priority = std::nullopt);

/// Throws CudaError(cudaErrorStreamCaptureUnsupported), and spoils the capture, if the stream
/// captures.
void require_no_capture(const Stream& stream);

/// Likewise, for any stream.
void require_no_capture(const Scheduler& scheduler);

/// Throws CudaError(cudaErrorStreamCaptureImplicit), and spoils the capture, if a stream captures
/// with which the legacy default stream would wait.
void require_no_implicit_capture(const Scheduler& scheduler);

/// Ends the capture that began in `stream`. Throws CudaError, with every stream out of the capture,
/// if it came to nothing.
std::unique_ptr<Graph> end_capture(Scheduler& scheduler, Stream& stream);

}  // namespace heddle::cudart
