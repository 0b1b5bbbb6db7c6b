// Copies of boxes between linear memory and arrays.
#include "cudart/api/copy_end.hpp"
#include "cudart/api/planned_work.hpp"

using namespace heddle::cudart;

namespace {

/// The source or the destination in cudaMemcpy3DParms: an array or a pitched pointer, with the
/// position at which the box begins.
struct Side {
  cudaArray_t array;
  cudaPos position;
  cudaPitchedPtr pointer;
};

const Array* array_behind(Context& context, const Side& side) {
  require((side.array == nullptr) != (side.pointer.ptr == nullptr));
  return side.array == nullptr ? nullptr : &array_of(context, side.array);
}

CopyEnd end_of(Context& context, const Side& side, const Array* array, bool device,
               const BoxExtent& extent) {
  const cudaPos& at = side.position;
  if (array != nullptr)
    return array_end(*array, product_of(at.x, array->texel_bytes), at.y, at.z, extent);
  const Pitches pitches{side.pointer.pitch, product_of(side.pointer.pitch, side.pointer.ysize)};
  require_pitch(pitches.row, extent);
  require(extent.depth <= 1 || extent.height <= side.pointer.ysize);
  const std::uint64_t offset =
      sum_of(sum_of(product_of(at.z, pitches.slice), product_of(at.y, pitches.row)), at.x);
  const std::uint64_t begin = sum_of(reinterpret_cast<std::uintptr_t>(side.pointer.ptr), offset);
  return linear_end(context, reinterpret_cast<const void*>(begin), device, pitches, extent);
}

BoxCopy plan_box(Context& context, const Side& to, const Side& from, cudaExtent extent,
                 cudaMemcpyKind kind) {
  const Array* const to_array = array_behind(context, to);
  const Array* const from_array = array_behind(context, from);
  const Array* const any = to_array != nullptr ? to_array : from_array;
  // The width is in texels if the source or the destination is an array, and in bytes otherwise.
  const BoxExtent box{product_of(extent.width, any != nullptr ? any->texel_bytes : 1),
                      extent.height, extent.depth};
  if (box.bytes() == 0) return {};
  const Direction way = direction_of(context.memory(), to.pointer.ptr, from.pointer.ptr, kind);
  return box_of(end_of(context, to, to_array, way.to_device, box),
                end_of(context, from, from_array, way.from_device, box), box);
}

cudaError_t copy_box(const cudaMemcpy3DParms* p, cudaStream_t stream, HostOrder order,
                     const char* call = __builtin_FUNCTION()) {
  if (p == nullptr) return enter(call, [](Context&) { return cudaErrorInvalidValue; });
  return enter(call, [&](Context& context, ThreadState& thread) {
    Stream& to = context.stream(stream, thread);
    context.copy(plan_copy(context, *p), to, order);
  });
}

cudaError_t copy_box(const cudaMemcpy3DPeerParms* p, cudaStream_t stream, HostOrder order,
                     const char* call = __builtin_FUNCTION()) {
  if (p == nullptr || p->srcDevice != 0 || p->dstDevice != 0)
    return enter(call, [](Context&) { return cudaErrorInvalidValue; });
  return enter(call, [&](Context& context, ThreadState& thread) {
    Stream& to = context.stream(stream, thread);
    context.copy(plan_box(context, {p->dstArray, p->dstPos, p->dstPtr},
                          {p->srcArray, p->srcPos, p->srcPtr}, p->extent, cudaMemcpyDeviceToDevice),
                 to, order);
  });
}

}  // namespace

BoxCopy heddle::cudart::plan_copy(Context& context, const cudaMemcpy3DParms& p) {
  return plan_box(context, {p.dstArray, p.dstPos, p.dstPtr}, {p.srcArray, p.srcPos, p.srcPtr},
                  p.extent, p.kind);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  return copy_box(p, nullptr, HostOrder::blocking);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return copy_box(p, stream, HostOrder::asynchronous);
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) {
  return copy_box(p, nullptr, HostOrder::blocking);
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  return copy_box(p, stream, HostOrder::asynchronous);
}
