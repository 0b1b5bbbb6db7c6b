#include "cudart/queue/event.hpp"

#include "cudart/error/cuda_error.hpp"
#include "cudart/queue/capture.hpp"

namespace heddle::cudart {

Ticket mark(Event& event, Scheduler& scheduler, Stream& stream, std::vector<Ticket> after) {
  event.capture = nullptr;
  event.captured.clear();
  auto time = std::make_shared<Cycle>(kNever);
  event.mark =
      scheduler.submit(stream, MarkerWork{[time](Cycle now) { *time = now; }}, std::move(after));
  event.time = std::move(time);
  return event.mark;
}

void record(Event& event, Scheduler& scheduler, Stream& stream) {
  event.capture = stream.capture;
  if (stream.capture) {
    require(!stream.capture->invalid(), cudaErrorStreamCaptureInvalidated);
    event.captured = stream.capture->end_of(stream);
    return;
  }
  mark(event, scheduler, stream);
}

void wait_for(const Event& event, Scheduler& scheduler, Stream& stream) {
  if (stream.capture == nullptr && event.capture == nullptr) {
    if (event.mark) scheduler.order(stream, event.mark);
    return;
  }
  if (event.capture == nullptr && !event.recorded()) return;
  require(event.capture == nullptr || !event.capture->over(), cudaErrorCapturedEvent);
  const bool apart = stream.capture != nullptr && stream.capture != event.capture;
  if (apart) stream.capture->invalidate();
  require(!apart, cudaErrorStreamCaptureIsolation);
  require(stream.kind != StreamKind::legacy, cudaErrorStreamCaptureImplicit);
  require(!event.capture->invalid(), cudaErrorStreamCaptureInvalidated);
  event.capture->wait(stream, event.captured);
  stream.capture = event.capture;
}

}  // namespace heddle::cudart
