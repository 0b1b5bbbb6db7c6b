// The driver API: stream-ordered allocation, whose pools are the runtime's.
#include "cudart/driver/driver_call.hpp"

using namespace heddle::cudart;

CUresult cuMemAllocAsync(CUdeviceptr* dptr, size_t bytesize, CUstream hStream) {
  return driver_call(
      [&] { return cudaMallocAsync(reinterpret_cast<void**>(dptr), bytesize, hStream); });
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr* dptr, size_t bytesize, CUmemoryPool pool,
                                 CUstream hStream) {
  return driver_call([&] {
    return cudaMallocFromPoolAsync(reinterpret_cast<void**>(dptr), bytesize, pool, hStream);
  });
}

CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) {
  return driver_call([&] { return cudaFreeAsync(pointer_to(dptr), hStream); });
}

CUresult cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* poolProps) {
  return driver_call([&] {
    return cudaMemPoolCreate(pool, reinterpret_cast<const cudaMemPoolProps*>(poolProps));
  });
}

CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  return driver_call([&] { return cudaMemPoolDestroy(pool); });
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep) {
  return driver_call([&] { return cudaMemPoolTrimTo(pool, minBytesToKeep); });
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) {
  return driver_call(
      [&] { return cudaMemPoolSetAttribute(pool, static_cast<cudaMemPoolAttr>(attr), value); });
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) {
  return driver_call(
      [&] { return cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(attr), value); });
}

CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc* map, size_t count) {
  return driver_call([&] {
    return cudaMemPoolSetAccess(pool, reinterpret_cast<const cudaMemAccessDesc*>(map), count);
  });
}

CUresult cuMemPoolGetAccess(CUmemAccess_flags* flags, CUmemoryPool memPool,
                            CUmemLocation* location) {
  return driver_call([&] {
    return cudaMemPoolGetAccess(reinterpret_cast<cudaMemAccessFlags*>(flags), memPool,
                                reinterpret_cast<cudaMemLocation*>(location));
  });
}
