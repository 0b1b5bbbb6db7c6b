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

}  // namespace

/// The mode has no effect. In CUDA the mode decides which other calls of the program invalidate the
/// capture. In heddle only calls that have no meaning in a graph invalidate the capture.
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return enter([&](Context& context, ThreadState& thread) {
    require(mode == cudaStreamCaptureModeGlobal || mode == cudaStreamCaptureModeThreadLocal ||
            mode == cudaStreamCaptureModeRelaxed);
    Stream& origin = context.stream(stream, thread);
    require(origin.kind != StreamKind::legacy, cudaErrorStreamCaptureUnsupported);
    require(origin.capture == nullptr, cudaErrorIllegalState);
    origin.capture = std::make_shared<Capture>(origin);
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* pGraph) {
  return enter([&](Context& context, ThreadState& thread) {
    require(pGraph != nullptr);
    *pGraph = nullptr;
    auto graph = end_capture(context.scheduler(), context.stream(stream, thread));
    *pGraph = handle_of(context.graphs().create(std::move(graph)));
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
