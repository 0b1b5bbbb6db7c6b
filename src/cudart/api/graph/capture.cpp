// Begins, ends and queries the capture of a stream.
#include "cudart/api/export.hpp"
#include "cudart/api/graph/graph_objects.hpp"

using namespace heddle::cudart;

namespace {

cudaStreamCaptureStatus status_of(const Stream& stream) {
  if (stream.capture == nullptr) return cudaStreamCaptureStatusNone;
  return stream.capture->invalid() ? cudaStreamCaptureStatusInvalidated
                                   : cudaStreamCaptureStatusActive;
}

void require_mode(cudaStreamCaptureMode mode) {
  require(mode == cudaStreamCaptureModeGlobal || mode == cudaStreamCaptureModeThreadLocal ||
          mode == cudaStreamCaptureModeRelaxed);
}

/// The stream in which a capture may begin. Throws CudaError for another one.
Stream& stream_to_capture(Context& context, ThreadState& thread, cudaStream_t handle) {
  Stream& stream = context.stream(handle, thread);
  require(stream.kind != StreamKind::legacy, cudaErrorStreamCaptureUnsupported);
  require(stream.capture == nullptr, cudaErrorIllegalState);
  context.scheduler().expect_capture();
  return stream;
}

}  // namespace

/// The mode has no effect. In CUDA the mode decides which other calls of the program invalidate the
/// capture. In heddle only calls that have no meaning in a graph invalidate the capture.
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return enter([&](Context& context, ThreadState& thread) {
    require_mode(mode);
    Stream& origin = stream_to_capture(context, thread, stream);
    origin.capture = std::make_shared<Capture>(origin);
  });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData*, size_t numDependencies,
                                          cudaStreamCaptureMode mode) {
  return enter([&](Context& context, ThreadState& thread) {
    require_mode(mode);
    require(dependencies != nullptr || numDependencies == 0);
    Graph& into = graph_of(context, graph);
    auto after = nodes_in(into, std::span(dependencies, numDependencies));
    Stream& origin = stream_to_capture(context, thread, stream);
    origin.capture = std::make_shared<Capture>(origin, into, std::move(after), graph);
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* pGraph) {
  return enter([&](Context& context, ThreadState& thread) {
    require(pGraph != nullptr);
    *pGraph = nullptr;
    Stream& origin = context.stream(stream, thread);
    const auto handle = origin.capture ? origin.capture->handle() : nullptr;
    auto graph = end_capture(context.scheduler(), origin);
    *pGraph = graph ? handle_of(context.graphs().create(std::move(graph))) : handle;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* pCaptureStatus) {
  return enter([&](Context& context, ThreadState& thread) {
    require(pCaptureStatus != nullptr);
    *pCaptureStatus = status_of(context.stream(stream, thread));
  });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return enter([&](Context&, ThreadState& thread) {
    require(mode != nullptr);
    std::swap(*mode, thread.capture_mode);
  });
}

/// Writes only `status`. CUDA's function has more output arguments, which differ by version.
HEDDLE_EXPORT cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                                   cudaStreamCaptureStatus* status) {
  return cudaStreamIsCapturing(stream, status);
}
