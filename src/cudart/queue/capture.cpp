#include "cudart/queue/capture.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "cudart/error/cuda_error.hpp"

namespace heddle::cudart {

GraphNode& Capture::add(const Stream& stream, NodeKind kind, NodePlan plan, int priority) {
  require(!invalid_, cudaErrorStreamCaptureInvalidated);
  auto& end = ends_.at(stream.id);
  GraphNode& node = graph_->add(kind, std::move(plan), end);
  node.priority = priority;
  end.assign(1, &node);
  return node;
}

void Capture::wait(const Stream& stream, const std::vector<const GraphNode*>& nodes) {
  auto& end = ends_[stream.id];
  for (const GraphNode* node : nodes) {
    if (std::ranges::find(end, node) == end.end()) end.push_back(node);
  }
}

const std::vector<const GraphNode*>& Capture::end_of(const Stream& stream) const {
  return ends_.at(stream.id);
}

bool Capture::joined() const {
  std::set<const GraphNode*> reached;
  std::vector<const GraphNode*> todo = ends_.at(origin_);
  while (!todo.empty()) {
    const GraphNode* const node = todo.back();
    todo.pop_back();
    if (reached.insert(node).second)
      todo.insert(todo.end(), node->after.begin(), node->after.end());
  }
  return std::ranges::all_of(ends_, [&](const auto& entry) {
    return std::ranges::all_of(entry.second,
                               [&](const GraphNode* node) { return reached.contains(node); });
  });
}

std::vector<std::uint64_t> Capture::streams() const {
  std::vector<std::uint64_t> ids;
  for (const auto& [id, end] : ends_) ids.push_back(id);
  return ids;
}

Ticket put(Scheduler& scheduler, Stream& stream, NodeKind kind, const NodePlan& plan,
           std::optional<int> priority) {
  const WorkOrigin origin{stream.id, priority.value_or(stream.priority)};
  if (stream.capture) {
    stream.capture->add(stream, kind, plan, origin.priority);
    return nullptr;
  }
  return scheduler.submit(stream, plan.work(origin));
}

void require_no_capture(const Stream& stream) {
  if (!stream.capture) return;
  stream.capture->invalidate();
  throw CudaError(cudaErrorStreamCaptureUnsupported);
}

void require_no_capture(Scheduler& scheduler) {
  for (const Stream* stream : scheduler.capturing()) require_no_capture(*stream);
}

void require_no_implicit_capture(Scheduler& scheduler) {
  for (const Stream* stream : scheduler.capturing()) {
    if (stream->kind != StreamKind::blocking) continue;
    stream->capture->invalidate();
    throw CudaError(cudaErrorStreamCaptureImplicit);
  }
}

bool is_captured_into(Scheduler& scheduler, const Graph& graph) {
  return std::ranges::any_of(scheduler.capturing(),
                             [&](const Stream* stream) { return stream->capture->fills(graph); });
}

std::unique_ptr<Graph> end_capture(Scheduler& scheduler, Stream& stream) {
  const std::shared_ptr<Capture> capture = stream.capture;
  require(capture != nullptr, cudaErrorIllegalState);
  if (!capture->began_in(stream)) {
    capture->invalidate();
    throw CudaError(cudaErrorStreamCaptureUnmatched);
  }
  for (const std::uint64_t id : capture->streams()) {
    Stream* const member = scheduler.find(id);
    if (member != nullptr) member->capture = nullptr;
  }
  const bool joined = capture->joined();
  std::unique_ptr<Graph> graph = capture->take_graph();
  require(!capture->invalid(), cudaErrorStreamCaptureInvalidated);
  require(joined, cudaErrorStreamCaptureUnjoined);
  return graph;
}

}  // namespace heddle::cudart
