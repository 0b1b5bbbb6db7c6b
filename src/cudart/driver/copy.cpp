// The driver API: copies of consecutive bytes, of rows and of boxes.
#include "cudart/api/copy_end.hpp"
#include "cudart/api/planned_work.hpp"
#include "cudart/driver/array_format.hpp"
#include "cudart/driver/driver_call.hpp"

using namespace heddle::cudart;

namespace {

/// One end of CUDA_MEMCPY2D or CUDA_MEMCPY3D.
struct BoxSide {
  CUmemorytype type;
  const void* host;
  CUdeviceptr device;
  CUarray array;
  std::size_t x_bytes, y, z;
  std::size_t pitch, height;
};

/// The memory at a unified address is the host's where it is host memory, pinned or not.
bool is_on_device(const Memory& memory, const BoxSide& side) {
  if (side.type == CU_MEMORYTYPE_UNIFIED) return is_device_pointer(memory, pointer_to(side.device));
  return side.type == CU_MEMORYTYPE_DEVICE;
}

CopyEnd end_of(Context& context, const BoxSide& side, const BoxExtent& extent) {
  require(side.type >= CU_MEMORYTYPE_HOST && side.type <= CU_MEMORYTYPE_UNIFIED);
  if (side.type == CU_MEMORYTYPE_ARRAY)
    return array_end(array_of(context, runtime_array(side.array)), side.x_bytes, side.y, side.z,
                     extent);
  // A pitch or a height of 0 says that rows or slices are packed.
  const std::uint64_t pitch = side.pitch != 0 ? side.pitch : extent.width;
  const std::uint64_t rows = side.height != 0 ? side.height : extent.height;
  const Pitches pitches{pitch, product_of(pitch, rows)};
  require(extent.height <= 1 || extent.width <= pitch);
  require(extent.depth <= 1 || extent.height <= rows);
  const auto base =
      side.type == CU_MEMORYTYPE_HOST ? reinterpret_cast<std::uintptr_t>(side.host) : side.device;
  const std::uint64_t offset = sum_of(
      sum_of(product_of(side.z, pitches.slice), product_of(side.y, pitches.row)), side.x_bytes);
  return linear_end(context, reinterpret_cast<const void*>(sum_of(base, offset)),
                    is_on_device(context.memory(), side), pitches, extent);
}

cudaError_t copy_sides(const BoxSide& to, const BoxSide& from, const BoxExtent& extent,
                       CUstream stream, HostOrder order) {
  return enter([&](Context& context, ThreadState& thread) {
    Stream& in = context.stream(stream, thread);
    if (extent.bytes() == 0) return;
    context.copy(box_of(end_of(context, to, extent), end_of(context, from, extent), extent), in,
                 order);
  });
}

cudaError_t copy_2d(const CUDA_MEMCPY2D* p, CUstream stream, HostOrder order) {
  if (p == nullptr) return enter([](Context&) { return cudaErrorInvalidValue; });
  return copy_sides({p->dstMemoryType, p->dstHost, p->dstDevice, p->dstArray, p->dstXInBytes,
                     p->dstY, 0, p->dstPitch, 0},
                    {p->srcMemoryType, p->srcHost, p->srcDevice, p->srcArray, p->srcXInBytes,
                     p->srcY, 0, p->srcPitch, 0},
                    {p->WidthInBytes, p->Height}, stream, order);
}

cudaError_t copy_3d(const CUDA_MEMCPY3D* p, CUstream stream, HostOrder order) {
  return enter([&](Context& context, ThreadState& thread) {
    require(p != nullptr);
    Stream& in = context.stream(stream, thread);
    context.copy(plan_copy(context, *p), in, order);
  });
}

}  // namespace

BoxCopy heddle::cudart::plan_copy(Context& context, const CUDA_MEMCPY3D& p) {
  require(p.srcLOD == 0 && p.dstLOD == 0);
  const BoxExtent extent{p.WidthInBytes, p.Height, p.Depth};
  if (extent.bytes() == 0) return {};
  const BoxSide to{p.dstMemoryType, p.dstHost, p.dstDevice, p.dstArray, p.dstXInBytes,
                   p.dstY,          p.dstZ,    p.dstPitch,  p.dstHeight};
  const BoxSide from{p.srcMemoryType, p.srcHost, p.srcDevice, p.srcArray, p.srcXInBytes,
                     p.srcY,          p.srcZ,    p.srcPitch,  p.srcHeight};
  return box_of(end_of(context, to, extent), end_of(context, from, extent), extent);
}

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
  return driver_call(
      [&] { return cudaMemcpy(pointer_to(dst), pointer_to(src), ByteCount, cudaMemcpyDefault); });
}

CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) {
  return driver_call([&] {
    return cudaMemcpyAsync(pointer_to(dst), pointer_to(src), ByteCount, cudaMemcpyDefault, hStream);
  });
}

CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext, CUdeviceptr srcDevice, CUcontext,
                      size_t ByteCount) {
  return cuMemcpyDtoD(dstDevice, srcDevice, ByteCount);
}

CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext, CUdeviceptr srcDevice, CUcontext,
                           size_t ByteCount, CUstream hStream) {
  return cuMemcpyDtoDAsync(dstDevice, srcDevice, ByteCount, hStream);
}

CUresult cuMemcpyHtoD(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount) {
  return driver_call([&] {
    return cudaMemcpy(pointer_to(dstDevice), srcHost, ByteCount, cudaMemcpyHostToDevice);
  });
}

CUresult cuMemcpyDtoH(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount) {
  return driver_call([&] {
    return cudaMemcpy(dstHost, pointer_to(srcDevice), ByteCount, cudaMemcpyDeviceToHost);
  });
}

CUresult cuMemcpyDtoD(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) {
  return driver_call([&] {
    return cudaMemcpy(pointer_to(dstDevice), pointer_to(srcDevice), ByteCount,
                      cudaMemcpyDeviceToDevice);
  });
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount,
                           CUstream hStream) {
  return driver_call([&] {
    return cudaMemcpyAsync(pointer_to(dstDevice), srcHost, ByteCount, cudaMemcpyHostToDevice,
                           hStream);
  });
}

CUresult cuMemcpyDtoHAsync(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount,
                           CUstream hStream) {
  return driver_call([&] {
    return cudaMemcpyAsync(dstHost, pointer_to(srcDevice), ByteCount, cudaMemcpyDeviceToHost,
                           hStream);
  });
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount,
                           CUstream hStream) {
  return driver_call([&] {
    return cudaMemcpyAsync(pointer_to(dstDevice), pointer_to(srcDevice), ByteCount,
                           cudaMemcpyDeviceToDevice, hStream);
  });
}

CUresult cuMemcpyDtoA(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount) {
  return driver_call([&] {
    return cudaMemcpyToArray(runtime_array(dstArray), dstOffset, 0, pointer_to(srcDevice),
                             ByteCount, cudaMemcpyDeviceToDevice);
  });
}

CUresult cuMemcpyAtoD(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return driver_call([&] {
    return cudaMemcpyFromArray(pointer_to(dstDevice), runtime_array(srcArray), srcOffset, 0,
                               ByteCount, cudaMemcpyDeviceToDevice);
  });
}

CUresult cuMemcpyHtoA(CUarray dstArray, size_t dstOffset, const void* srcHost, size_t ByteCount) {
  return driver_call([&] {
    return cudaMemcpyToArray(runtime_array(dstArray), dstOffset, 0, srcHost, ByteCount,
                             cudaMemcpyHostToDevice);
  });
}

CUresult cuMemcpyAtoH(void* dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return driver_call([&] {
    return cudaMemcpyFromArray(dstHost, runtime_array(srcArray), srcOffset, 0, ByteCount,
                               cudaMemcpyDeviceToHost);
  });
}

CUresult cuMemcpyHtoAAsync(CUarray dstArray, size_t dstOffset, const void* srcHost,
                           size_t ByteCount, CUstream hStream) {
  return driver_call([&] {
    return cudaMemcpyToArrayAsync(runtime_array(dstArray), dstOffset, 0, srcHost, ByteCount,
                                  cudaMemcpyHostToDevice, hStream);
  });
}

CUresult cuMemcpyAtoHAsync(void* dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount,
                           CUstream hStream) {
  return driver_call([&] {
    return cudaMemcpyFromArrayAsync(dstHost, runtime_array(srcArray), srcOffset, 0, ByteCount,
                                    cudaMemcpyDeviceToHost, hStream);
  });
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D* pCopy) {
  return driver_call([&] { return copy_2d(pCopy, nullptr, HostOrder::blocking); });
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* pCopy) {
  return driver_call([&] { return copy_2d(pCopy, nullptr, HostOrder::blocking); });
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* pCopy, CUstream hStream) {
  return driver_call([&] { return copy_2d(pCopy, hStream, HostOrder::asynchronous); });
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D* pCopy) {
  return driver_call([&] { return copy_3d(pCopy, nullptr, HostOrder::blocking); });
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* pCopy, CUstream hStream) {
  return driver_call([&] { return copy_3d(pCopy, hStream, HostOrder::asynchronous); });
}
