// Fills of device memory, in one, two and three dimensions.
#include "cudart/api/copy_end.hpp"
#include "cudart/api/planned_work.hpp"

using namespace heddle::cudart;

namespace {

/// Fills a box of memory. A fill of device memory is asynchronous even without a stream. The host
/// waits only for a blocking fill of memory that the host can access (pinned, managed or
/// registered).
cudaError_t fill_box(void* pointer, const Pitches& pitches, int value, const BoxExtent& extent,
                     cudaStream_t stream_handle, HostOrder order,
                     const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context, ThreadState& thread) {
    Stream& stream = context.stream(stream_handle, thread);
    if (extent.bytes() == 0) return;
    require_pitch(pitches.row, extent);
    BoxFill fill;
    fill.to = copy_address(context.memory(), pointer, true, span_bytes(extent, pitches));
    fill.pitches = pitches;
    fill.extent = extent;
    fill.value = static_cast<unsigned char>(value);
    context.fill(fill, stream);
    const bool host = context.memory().at_host(pointer).has_value();
    if (order == HostOrder::blocking && host && !stream.capture)
      context.scheduler().wait(context.scheduler().work_of(stream));
  });
}

Pitches pitches_of(const cudaPitchedPtr& pointer) {
  return {pointer.pitch, product_of(pointer.pitch, pointer.ysize)};
}

}  // namespace

BoxFill heddle::cudart::plan_fill(Context& context, const cudaMemsetParams& parameters) {
  const std::uint32_t bytes = parameters.elementSize;
  require(bytes == 1 || bytes == 2 || bytes == 4);
  require(reinterpret_cast<std::uintptr_t>(parameters.dst) % bytes == 0);
  BoxFill fill;
  fill.extent = {product_of(parameters.width, bytes), parameters.height};
  fill.pitches = {parameters.pitch, 0};
  fill.value = parameters.value;
  fill.word_bytes = bytes;
  require_pitch(fill.pitches.row, fill.extent);
  if (fill.extent.bytes() == 0) return fill;
  fill.to =
      copy_address(context.memory(), parameters.dst, true, span_bytes(fill.extent, fill.pitches));
  return fill;
}

cudaError_t cudaMemset(void* devPtr, int value, size_t count) {
  return fill_box(devPtr, {}, value, {count}, nullptr, HostOrder::blocking);
}

cudaError_t cudaMemsetAsync(void* devPtr, int value, size_t count, cudaStream_t stream) {
  return fill_box(devPtr, {}, value, {count}, stream, HostOrder::asynchronous);
}

cudaError_t cudaMemset2D(void* devPtr, size_t pitch, int value, size_t width, size_t height) {
  return fill_box(devPtr, {pitch, 0}, value, {width, height}, nullptr, HostOrder::blocking);
}

cudaError_t cudaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  return fill_box(devPtr, {pitch, 0}, value, {width, height}, stream, HostOrder::asynchronous);
}

cudaError_t cudaMemset3D(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent) {
  return fill_box(pitchedDevPtr.ptr, pitches_of(pitchedDevPtr), value,
                  {extent.width, extent.height, extent.depth}, nullptr, HostOrder::blocking);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return fill_box(pitchedDevPtr.ptr, pitches_of(pitchedDevPtr), value,
                  {extent.width, extent.height, extent.depth}, stream, HostOrder::asynchronous);
}
