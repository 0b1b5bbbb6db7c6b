// Copies of consecutive bytes and of rows with pitches.
#include "cudart/api/copy_end.hpp"
#include "cudart/api/planned_work.hpp"
#include "cudart/api/rows.hpp"

using namespace heddle::cudart;

namespace {

cudaError_t copy_bytes(void* to, const void* from, std::size_t count, cudaMemcpyKind kind,
                       cudaStream_t stream_handle, HostOrder order,
                       const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context, ThreadState& thread) {
    Stream& stream = context.stream(stream_handle, thread);
    context.copy(plan_copy(context, to, from, count, kind), stream, order);
  });
}

cudaError_t copy_rows(const Rows& to, const Rows& from, std::size_t width, std::size_t height,
                      cudaMemcpyKind kind, cudaStream_t stream_handle, HostOrder order,
                      const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context, ThreadState& thread) {
    Stream& stream = context.stream(stream_handle, thread);
    const Direction way = direction_of(context.memory(), to.pointer, from.pointer, kind);
    const BoxExtent extent{width, height};
    if (extent.bytes() == 0) return;
    require_pitch(to.pitch, extent);
    require_pitch(from.pitch, extent);
    context.copy(
        box_of(linear_end(context, to.pointer, way.to_device, {to.pitch, 0}, extent),
               linear_end(context, from.pointer, way.from_device, {from.pitch, 0}, extent), extent),
        stream, order);
  });
}

}  // namespace

BoxCopy heddle::cudart::plan_copy(Context& context, void* to, const void* from, std::size_t count,
                                  cudaMemcpyKind kind) {
  const Direction way = direction_of(context.memory(), to, from, kind);
  const BoxExtent extent{count};
  if (count == 0) return {};
  return box_of(linear_end(context, to, way.to_device, {}, extent),
                linear_end(context, from, way.from_device, {}, extent), extent);
}

cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  return copy_bytes(dst, src, count, kind, nullptr, HostOrder::blocking);
}

cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return copy_bytes(dst, src, count, kind, stream, HostOrder::asynchronous);
}

cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, size_t count) {
  if (dstDevice != 0 || srcDevice != 0)
    return enter([](Context&) { return cudaErrorInvalidDevice; });
  return copy_bytes(dst, src, count, cudaMemcpyDeviceToDevice, nullptr, HostOrder::blocking);
}

cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice,
                                size_t count, cudaStream_t stream) {
  if (dstDevice != 0 || srcDevice != 0)
    return enter([](Context&) { return cudaErrorInvalidDevice; });
  return copy_bytes(dst, src, count, cudaMemcpyDeviceToDevice, stream, HostOrder::asynchronous);
}

cudaError_t cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
  return copy_rows({dst, dpitch}, {src, spitch}, width, height, kind, nullptr, HostOrder::blocking);
}

cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  return copy_rows({dst, dpitch}, {src, spitch}, width, height, kind, stream,
                   HostOrder::asynchronous);
}
