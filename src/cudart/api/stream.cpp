// Streams: creation, waiting, queries and host functions.
#include "cudart/api/export.hpp"
#include "cudart/api/graph/node_plans.hpp"

using namespace heddle::cudart;

namespace {

cudaError_t create(cudaStream_t* stream, unsigned flags, int priority,
                   const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    require(stream != nullptr);
    require(flags == cudaStreamDefault || flags == cudaStreamNonBlocking);
    const StreamKind kind =
        flags == cudaStreamNonBlocking ? StreamKind::non_blocking : StreamKind::blocking;
    Stream& made = context.scheduler().create(kind, flags, nearest_priority(priority));
    *stream = reinterpret_cast<cudaStream_t>(&made);
  });
}

cudaError_t refuse(const char* call = __builtin_FUNCTION()) {
  return enter(call, [](Context&) { return cudaErrorInvalidValue; });
}

/// `said`: what queries of a captured node return.
cudaError_t call_later(cudaStream_t stream, const HostWork& work, const NodeParameters& said,
                       const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context, ThreadState& thread) {
    Stream& into = context.stream(stream, thread);
    put(context.scheduler(), into, NodeKind::host,
        {[work](const WorkOrigin&) { return work; }, said});
    if (!into.capture) runtime().quiet_host().expect();
  });
}

bool is_default(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

}  // namespace

cudaError_t cudaStreamCreate(cudaStream_t* pStream) {
  return create(pStream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned int flags) {
  return create(pStream, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* pStream, unsigned int flags, int priority) {
  return create(pStream, flags, priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return enter([&](Context& context, ThreadState& thread) {
    require(!is_default(stream), cudaErrorInvalidResourceHandle);
    context.scheduler().destroy(context.stream(stream, thread));
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int* priority) {
  return enter([&](Context& context, ThreadState& thread) {
    require(priority != nullptr);
    *priority = context.stream(hStream, thread).priority;
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int* flags) {
  return enter([&](Context& context, ThreadState& thread) {
    require(flags != nullptr);
    *flags = context.stream(hStream, thread).flags;
  });
}

cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long* streamId) {
  return enter([&](Context& context, ThreadState& thread) {
    require(streamId != nullptr);
    *streamId = context.stream(hStream, thread).id;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  return enter([&](Context&) {
    if (leastPriority != nullptr) *leastPriority = kLeastPriority;
    if (greatestPriority != nullptr) *greatestPriority = kGreatestPriority;
  });
}

/// Sets the priority of work that comes into the stream later. Other attributes have no effect.
cudaError_t cudaStreamSetAttribute(cudaStream_t hStream, cudaStreamAttrID attr,
                                   const cudaStreamAttrValue* value) {
  return enter([&](Context& context, ThreadState& thread) {
    require(value != nullptr);
    Stream& stream = context.stream(hStream, thread);
    if (attr == cudaLaunchAttributePriority) stream.priority = nearest_priority(value->priority);
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t hStream, cudaStreamAttrID attr,
                                   cudaStreamAttrValue* value_out) {
  return enter([&](Context& context, ThreadState& thread) {
    require(value_out != nullptr);
    *value_out = {};
    const Stream& stream = context.stream(hStream, thread);
    if (attr == cudaLaunchAttributePriority) value_out->priority = stream.priority;
    if (attr == cudaLaunchAttributeSynchronizationPolicy)
      value_out->syncPolicy = cudaSyncPolicyAuto;
  });
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  return enter([](Context&) {});
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return enter([&](Context& context, ThreadState& thread) {
    Scheduler& scheduler = context.scheduler();
    const Stream& waited = context.stream(stream, thread);
    require_no_capture(waited);
    scheduler.wait(scheduler.work_of(waited));
  });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return enter([&](Context& context, ThreadState& thread) {
    const Stream& queried = context.stream(stream, thread);
    require_no_capture(queried);
    const auto work = context.scheduler().work_of(queried);
    return context.poll(work) ? cudaSuccess : cudaErrorNotReady;
  });
}

/// With the flag, a stream that captures gets a node that waits for the event at each launch.
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  return enter([&](Context& context, ThreadState& thread) {
    require((flags & ~cudaEventWaitExternal) == 0);
    Stream& in = context.stream(stream, thread);
    if (flags != 0 && in.capture)
      put(context.scheduler(), in, NodeKind::wait, plan_node(context, &event));
    else
      wait_for(context.events().at(event), context.scheduler(), in);
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void* userData, unsigned int flags) {
  if (callback == nullptr || flags != 0) return refuse();
  HostWork work;
  work.call = [=](bool failed) {
    callback(stream, failed ? runtime().failure() : cudaSuccess, userData);
  };
  work.after_failure = true;
  return call_later(stream, work, {});
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* userData) {
  if (fn == nullptr) return refuse();
  HostWork work;
  work.call = [=](bool) { fn(userData); };
  return call_later(stream, work, cudaHostNodeParams{fn, userData});
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* devPtr, size_t,
                                     unsigned int flags) {
  return enter([&](Context& context, ThreadState& thread) {
    context.stream(stream, thread);
    require(flags == cudaMemAttachGlobal || flags == cudaMemAttachHost ||
            flags == cudaMemAttachSingle);
    require(context.memory().at(devPtr).has_value());
  });
}

HEDDLE_EXPORT cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return enter([&](Context& context, ThreadState& thread) {
    require(device != nullptr);
    context.stream(stream, thread);
    *device = 0;
  });
}

HEDDLE_EXPORT cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  return enter([&](Context& context, ThreadState& thread) {
    context.stream(to, thread).priority = context.stream(from, thread).priority;
  });
}
