// Events. The time of an event is simulated time. Work of the host takes no simulated time.
#include "cudart/api/graph/node_plans.hpp"

using namespace heddle::cudart;

namespace {

cudaError_t create(cudaEvent_t* event, unsigned flags, const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    require(event != nullptr);
    require((flags & ~(cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess)) ==
            0);
    Event& made = context.events().create();
    made.flags = flags;
    *event = reinterpret_cast<cudaEvent_t>(&made);
  });
}

/// The event of a query or a wait. Throws CudaError for an event that is captured in a graph,
/// because a captured event has no time and no work to wait for.
const Event& event_at(Context& context, cudaEvent_t event) {
  const Event& found = context.events().at(event);
  require(found.capture == nullptr, cudaErrorCapturedEvent);
  return found;
}

/// With the flag, a stream that captures gets a node that records the event at each launch.
cudaError_t record_in(cudaEvent_t event, cudaStream_t stream, unsigned flags,
                      const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context, ThreadState& thread) {
    require((flags & ~cudaEventRecordExternal) == 0);
    Stream& in = context.stream(stream, thread);
    if (flags != 0 && in.capture)
      put(context.scheduler(), in, NodeKind::record, plan_node(context, &event));
    else
      record(context.events().at(event), context.scheduler(), in);
  });
}

}  // namespace

cudaError_t cudaEventCreate(cudaEvent_t* event) { return create(event, cudaEventDefault); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return create(event, flags);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return record_in(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  return record_in(event, stream, flags);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return enter([&](Context& context) {
    const Event& queried = event_at(context, event);
    return context.poll({queried.mark}) ? cudaSuccess : cudaErrorNotReady;
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return enter(
      [&](Context& context) { context.scheduler().wait(Ticket{event_at(context, event).mark}); });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return enter([&](Context& context) { context.events().erase(event); });
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  return enter([&](Context& context) {
    require(ms != nullptr);
    const Event first = event_at(context, start);
    const Event last = event_at(context, end);
    require(first.recorded() && last.recorded(), cudaErrorInvalidResourceHandle);
    require(((first.flags | last.flags) & cudaEventDisableTiming) == 0,
            cudaErrorInvalidResourceHandle);
    if (!context.poll({first.mark, last.mark})) return cudaErrorNotReady;
    const double from = context.device().seconds(*first.time);
    const double to = context.device().seconds(*last.time);
    *ms = static_cast<float>((to - from) * 1e3);
    return cudaSuccess;
  });
}
