// The driver API: virtual memory. The only place of memory is device 0.
#include "cudart/memory/virtual_memory.hpp"

#include "cudart/driver/driver_call.hpp"

using namespace heddle::cudart;

namespace {

/// Runs `body(VirtualMemory&)` in a context.
template <typename Body>
CUresult in_virtual_memory(const Body& body, const char* name = __builtin_FUNCTION()) {
  return driver_call(
      [&] { return enter([&](Context& context) { body(context.virtual_memory()); }); }, name);
}

/// The same after all queued work, which may use what changes.
template <typename Body>
CUresult change_virtual_memory(const Body& body, const char* name = __builtin_FUNCTION()) {
  return driver_call(
      [&] {
        return enter([&](Context& context) {
          context.scheduler().drain();
          body(context.virtual_memory());
        });
      },
      name);
}

void require_place(const CUmemLocation& location) {
  require(location.type == CU_MEM_LOCATION_TYPE_DEVICE && location.id == 0, cudaErrorInvalidDevice);
}

void require_properties(const CUmemAllocationProp* properties) {
  require(properties != nullptr && properties->type == CU_MEM_ALLOCATION_TYPE_PINNED);
  require_place(properties->location);
  if (properties->requestedHandleTypes != CU_MEM_HANDLE_TYPE_NONE) {
    throw CudaError(cudaErrorNotSupported,
                    "cuMemCreate: memory that processes share (requestedHandleTypes) is not "
                    "supported");
  }
}

}  // namespace

CUresult cuMemAddressReserve(CUdeviceptr* ptr, size_t size, size_t alignment, CUdeviceptr,
                             unsigned long long flags) {
  return in_virtual_memory([&](VirtualMemory& memory) {
    require(ptr != nullptr && flags == 0);
    *ptr = memory.reserve(size, alignment);
  });
}

CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size) {
  return in_virtual_memory([&](VirtualMemory& memory) { memory.free(ptr, size); });
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t size,
                     const CUmemAllocationProp* prop, unsigned long long flags) {
  return in_virtual_memory([&](VirtualMemory& memory) {
    require(handle != nullptr && flags == 0);
    require_properties(prop);
    *handle = memory.create(size);
  });
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  return in_virtual_memory([&](VirtualMemory& memory) { memory.release(handle); });
}

CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags) {
  return in_virtual_memory([&](VirtualMemory& memory) {
    require(flags == 0);
    memory.map(ptr, size, offset, handle);
  });
}

CUresult cuMemUnmap(CUdeviceptr ptr, size_t size) {
  return change_virtual_memory([&](VirtualMemory& memory) { memory.unmap(ptr, size); });
}

CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc* desc, size_t count) {
  return change_virtual_memory([&](VirtualMemory& memory) {
    require(desc != nullptr && count == 1);
    require_place(desc->location);
    if (desc->flags == CU_MEM_ACCESS_FLAGS_PROT_READ) {
      throw CudaError(cudaErrorNotSupported,
                      "cuMemSetAccess: memory that is only read is not supported; give "
                      "CU_MEM_ACCESS_FLAGS_PROT_READWRITE");
    }
    memory.allow(ptr, size, desc->flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  });
}

CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location, CUdeviceptr ptr) {
  return in_virtual_memory([&](VirtualMemory& memory) {
    require(flags != nullptr && location != nullptr);
    require_place(*location);
    *flags =
        memory.allowed(ptr) ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_NONE;
  });
}

CUresult cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* prop,
                                       CUmemAllocationGranularity_flags) {
  return driver_call(Needs::initialization, [&] {
    return enter_runtime([&](Runtime&) {
      require(granularity != nullptr && prop != nullptr);
      require_place(prop->location);
      *granularity = VirtualMemory::kGranularity;
    });
  });
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* prop,
                                                CUmemGenericAllocationHandle handle) {
  return in_virtual_memory([&](VirtualMemory& memory) {
    require(prop != nullptr && memory.bytes_of(handle) != 0);
    *prop = {};
    prop->type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop->location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  });
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* addr) {
  return in_virtual_memory([&](VirtualMemory& memory) {
    require(handle != nullptr);
    *handle = memory.retain(reinterpret_cast<std::uintptr_t>(addr));
  });
}
