// The driver API: streams, events and stream capture, whose handles are those of the runtime.
#include "cudart/driver/driver_call.hpp"

using namespace heddle::cudart;

CUresult cuStreamCreate(CUstream* phStream, unsigned int Flags) {
  return driver_call([&] { return cudaStreamCreateWithFlags(phStream, Flags); });
}

CUresult cuStreamCreateWithPriority(CUstream* phStream, unsigned int flags, int priority) {
  return driver_call([&] { return cudaStreamCreateWithPriority(phStream, flags, priority); });
}

CUresult cuStreamGetPriority(CUstream hStream, int* priority) {
  return driver_call([&] { return cudaStreamGetPriority(hStream, priority); });
}

CUresult cuStreamGetFlags(CUstream hStream, unsigned int* flags) {
  return driver_call([&] { return cudaStreamGetFlags(hStream, flags); });
}

CUresult cuStreamGetId(CUstream hStream, unsigned long long* streamId) {
  return driver_call([&] { return cudaStreamGetId(hStream, streamId); });
}

/// Streams belong to all contexts: the answer is the current one.
CUresult cuStreamGetCtx(CUstream hStream, CUcontext* pctx) {
  return driver_call([&] {
    return enter([&](Context& context, ThreadState& thread) {
      require(pctx != nullptr);
      context.stream(hStream, thread);
      *pctx = reinterpret_cast<CUcontext>(thread.contexts.back().get());
    });
  });
}

CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags) {
  return driver_call([&] { return cudaStreamWaitEvent(hStream, hEvent, Flags); });
}

/// The callback gets the driver's code for the runtime's.
CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void* userData,
                             unsigned int flags) {
  struct Call {
    CUstreamCallback callback;
    void* data;
  };
  return driver_call([&] {
    if (callback == nullptr) return cudaStreamAddCallback(hStream, nullptr, userData, flags);
    auto* const call = new Call{callback, userData};
    const auto run = [](cudaStream_t stream, cudaError_t status, void* data) {
      const std::unique_ptr<Call> held(static_cast<Call*>(data));
      held->callback(stream, driver_result(status), held->data);
    };
    const cudaError_t result = cudaStreamAddCallback(hStream, run, call, flags);
    if (result != cudaSuccess) delete call;
    return result;
  });
}

CUresult cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length,
                                unsigned int flags) {
  return driver_call(
      [&] { return cudaStreamAttachMemAsync(hStream, pointer_to(dptr), length, flags); });
}

CUresult cuStreamQuery(CUstream hStream) {
  return driver_call([&] { return cudaStreamQuery(hStream); });
}

CUresult cuStreamSynchronize(CUstream hStream) {
  return driver_call([&] { return cudaStreamSynchronize(hStream); });
}

CUresult cuStreamDestroy(CUstream hStream) {
  return driver_call([&] { return cudaStreamDestroy(hStream); });
}

CUresult cuEventCreate(CUevent* phEvent, unsigned int Flags) {
  return driver_call([&] { return cudaEventCreateWithFlags(phEvent, Flags); });
}

CUresult cuEventRecord(CUevent hEvent, CUstream hStream) {
  return driver_call([&] { return cudaEventRecord(hEvent, hStream); });
}

CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags) {
  return driver_call([&] { return cudaEventRecordWithFlags(hEvent, hStream, flags); });
}

CUresult cuEventQuery(CUevent hEvent) {
  return driver_call([&] { return cudaEventQuery(hEvent); });
}

CUresult cuEventSynchronize(CUevent hEvent) {
  return driver_call([&] { return cudaEventSynchronize(hEvent); });
}

CUresult cuEventDestroy(CUevent hEvent) {
  return driver_call([&] { return cudaEventDestroy(hEvent); });
}

CUresult cuEventElapsedTime(float* pMilliseconds, CUevent hStart, CUevent hEnd) {
  return driver_call([&] { return cudaEventElapsedTime(pMilliseconds, hStart, hEnd); });
}

CUresult cuStreamBeginCapture(CUstream hStream, CUstreamCaptureMode mode) {
  return driver_call(
      [&] { return cudaStreamBeginCapture(hStream, static_cast<cudaStreamCaptureMode>(mode)); });
}

CUresult cuStreamEndCapture(CUstream hStream, CUgraph* phGraph) {
  return driver_call([&] { return cudaStreamEndCapture(hStream, phGraph); });
}

CUresult cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus* captureStatus) {
  return driver_call([&] {
    return cudaStreamIsCapturing(hStream,
                                 reinterpret_cast<cudaStreamCaptureStatus*>(captureStatus));
  });
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
  return driver_call([&] {
    return cudaThreadExchangeStreamCaptureMode(reinterpret_cast<cudaStreamCaptureMode*>(mode));
  });
}
