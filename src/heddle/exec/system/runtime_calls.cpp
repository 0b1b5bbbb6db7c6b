#include "heddle/exec/system/runtime_calls.hpp"

namespace heddle::exec {
namespace {

using isa::SystemCall;

constexpr std::uint32_t kRuntimeVersion = 12000;  ///< as CUDART_VERSION: CUDA 12.0
constexpr RuntimeCode kInvalidValue = 1;          ///< cudaErrorInvalidValue
constexpr RuntimeCode kOutOfMemory = 2;           ///< cudaErrorMemoryAllocation

DeviceLaunch launch_of(const LaneCall& call, unsigned kernel, unsigned shape) {
  return {.kernel = call.pair(kernel),
          .grid = call.extents(shape),
          .block = call.extents(shape + 1),
          .dynamic_shared_bytes = call.word(shape + 2)};
}

/// Writes the answer's value to the address that the call gives, if the call has succeeded.
RuntimeCode store(const LaneCall& call, const RuntimeAnswer& answer, unsigned bytes) {
  if (call.pair(0) == 0) return kInvalidValue;
  if (answer.code == 0) call.memory().write(call.pair(0), &answer.value, bytes);
  return answer.code;
}

RuntimeCode allocate(const LaneCall& call, DeviceHeap& heap) {
  const Addr memory = heap.allocate(call.pair(1));
  if (memory == 0) return kOutOfMemory;
  return store(call, {0, memory}, sizeof memory);
}

/// The calls whose result is an error code, besides those that ask for one.
RuntimeCode perform(const LaneCall& call, DeviceRuntime& runtime, DeviceHeap& heap) {
  constexpr unsigned kHandleBytes = 8, kNumberBytes = 4, kSizeBytes = 8;
  const RuntimeCaller caller = call.caller();
  switch (call.service()) {
    case SystemCall::launch:
      return runtime.launch(caller, call.pair(0), call.pair(1));
    case SystemCall::synchronize:
      return runtime.check_wait(caller);
    case SystemCall::create_stream:
      return store(call, runtime.create_stream(caller, call.word(1)), kHandleBytes);
    case SystemCall::destroy_stream:
      return runtime.destroy_stream(caller, call.pair(0));
    case SystemCall::create_event:
      return store(call, runtime.create_event(caller, call.word(1)), kHandleBytes);
    case SystemCall::destroy_event:
      return runtime.destroy_event(caller, call.pair(0));
    case SystemCall::record_event:
      return runtime.record_event(caller, call.pair(0), call.pair(1));
    case SystemCall::wait_event:
      return runtime.wait_event(caller, call.pair(0), call.pair(1));
    case SystemCall::allocate:
      return allocate(call, heap);
    case SystemCall::release:
      return heap.free(call.pair(0)) ? 0 : kInvalidValue;
    case SystemCall::copy:
      return runtime.copy(caller, {.to = call.pair(0), .from = call.pair(1), .bytes = call.pair(2)},
                          call.pair(4));
    case SystemCall::fill:
      return runtime.fill(caller,
                          {.to = call.pair(0),
                           .value = static_cast<std::uint8_t>(call.word(1)),
                           .bytes = call.pair(2)},
                          call.pair(3));
    case SystemCall::attribute:
      return store(call, runtime.attribute(call.word(1), call.word(2)), kNumberBytes);
    case SystemCall::limit:
      return store(call, runtime.limit(call.word(1)), kSizeBytes);
    case SystemCall::device:
      return store(call, {0, 0}, kNumberBytes);
    case SystemCall::device_count:
      return store(call, {0, 1}, kNumberBytes);
    case SystemCall::runtime_version:
      return store(call, {0, kRuntimeVersion}, kNumberBytes);
    default:
      return kInvalidValue;
  }
}

}  // namespace

void call_device_runtime(LaneCall& call, SystemServices& services) {
  DeviceRuntime* const runtime = services.runtime;
  if (runtime == nullptr)
    call.fault(FaultKind::invalid_operand, 0,
               "a call of the device runtime, which kernels of programs that share the GPU lack");
  const RuntimeCaller caller = call.caller();
  switch (call.service()) {
    case SystemCall::parameter_buffer:
      return call.give_back(runtime->parameter_buffer(caller, launch_of(call, 0, 1)), 2);
    case SystemCall::plain_buffer:
      return call.give_back(runtime->plain_buffer(caller, call.pair(1)), 2);
    case SystemCall::describe_launch:
      return runtime->describe(caller, call.pair(1), launch_of(call, 0, 2));
    case SystemCall::last_error:
    case SystemCall::peek_error:
      return call.give_back(runtime->last_error(caller, call.service() == SystemCall::last_error),
                            1);
    default: {
      const RuntimeCode code = perform(call, *runtime, services.heap);
      if (code != 0) runtime->note_error(caller, code);
      call.give_back(code, 1);
    }
  }
}

}  // namespace heddle::exec
