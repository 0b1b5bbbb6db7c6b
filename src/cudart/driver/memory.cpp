// The driver API: allocation of memory, and what is known of a pointer.
#include <cstring>

#include "cudart/driver/driver_call.hpp"
#include "cudart/memory/byte_count.hpp"

using namespace heddle::cudart;

namespace {

/// Allocates by a function of the runtime, which returns a pointer. The driver refuses 0 bytes.
template <typename Allocate>
CUresult allocate(CUdeviceptr* to, std::size_t bytes, const Allocate& allocate,
                  const char* name = __builtin_FUNCTION()) {
  return driver_call(
      [&] {
        if (to == nullptr || bytes == 0)
          return enter_runtime([](Runtime&) { return cudaErrorInvalidValue; });
        void* memory = nullptr;
        const cudaError_t result = allocate(&memory);
        *to = reinterpret_cast<CUdeviceptr>(memory);
        return result;
      },
      name);
}

/// The value of an attribute, of the type that CUDA documents for it.
struct AttributeValue {
  std::uint64_t bits = 0;
  std::size_t bytes = sizeof(std::uint64_t);
};

CUmemorytype type_of(const MemoryBlock& block) {
  const bool on_host = block.kind == MemoryKind::pinned || block.kind == MemoryKind::registered;
  return on_host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

/// A number that tells allocations apart: the device address, since no two that live have one.
AttributeValue attribute_of(const ThreadState& thread, const MemoryBlock& block,
                            std::uint64_t offset, CUpointer_attribute attribute) {
  const bool managed = block.kind == MemoryKind::managed || block.kind == MemoryKind::variable;
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      return {reinterpret_cast<std::uintptr_t>(thread.contexts.back().get())};
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      return {type_of(block), sizeof(unsigned)};
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      return {block.device + offset};
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      require(block.host != nullptr);
      return {reinterpret_cast<std::uintptr_t>(block.host + offset)};
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
      return {block.device};
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      return {managed, 1};
    case CU_POINTER_ATTRIBUTE_MAPPED:
      return {1, 1};
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
      return {0, 1};
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
      return {0, 1};
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      return {0, sizeof(int)};
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      return {block.device};
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      return {block.bytes};
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
      return {0};
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
      return {CU_MEM_ACCESS_FLAGS_PROT_READWRITE, sizeof(int)};
    default:
      throw CudaError(cudaErrorInvalidValue);
  }
}

/// The block that a pointer of the program points into, and the pointer's place in it.
struct Place {
  MemoryBlock block;
  std::uint64_t offset = 0;
};

std::optional<Place> place_of(const Memory& memory, CUdeviceptr pointer) {
  const auto by_host = memory.at_host(pointer_to(pointer));
  if (by_host) return Place{*by_host, pointer - reinterpret_cast<std::uintptr_t>(by_host->host)};
  const auto block = memory.at_device(pointer);
  if (!block) return std::nullopt;
  return Place{*block, pointer - block->device};
}

}  // namespace

CUresult cuMemGetInfo(size_t* free, size_t* total) {
  return driver_call([&] { return cudaMemGetInfo(free, total); });
}

CUresult cuMemAlloc(CUdeviceptr* dptr, size_t bytesize) {
  return allocate(dptr, bytesize, [&](void** to) { return cudaMalloc(to, bytesize); });
}

CUresult cuMemAllocPitch(CUdeviceptr* dptr, size_t* pPitch, size_t WidthInBytes, size_t Height,
                         unsigned int) {
  return allocate(dptr, product_of(WidthInBytes, Height),
                  [&](void** to) { return cudaMallocPitch(to, pPitch, WidthInBytes, Height); });
}

CUresult cuMemFree(CUdeviceptr dptr) {
  return driver_call([&] { return cudaFree(pointer_to(dptr)); });
}

CUresult cuMemGetAddressRange(CUdeviceptr* pbase, size_t* psize, CUdeviceptr dptr) {
  return driver_call([&] {
    return enter([&](Context& context) {
      const auto place = place_of(context.memory(), dptr);
      require(place.has_value(), cudaErrorSymbolNotFound);
      if (pbase != nullptr) *pbase = place->block.device;
      if (psize != nullptr) *psize = place->block.bytes;
    });
  });
}

CUresult cuMemAllocHost(void** pp, size_t bytesize) {
  return driver_call([&] { return cudaMallocHost(pp, bytesize); });
}

CUresult cuMemFreeHost(void* p) {
  return driver_call([&] { return cudaFreeHost(p); });
}

CUresult cuMemHostAlloc(void** pp, size_t bytesize, unsigned int Flags) {
  return driver_call([&] { return cudaHostAlloc(pp, bytesize, Flags); });
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr* pdptr, void* p, unsigned int Flags) {
  return driver_call(
      [&] { return cudaHostGetDevicePointer(reinterpret_cast<void**>(pdptr), p, Flags); });
}

CUresult cuMemHostGetFlags(unsigned int* pFlags, void* p) {
  return driver_call([&] { return cudaHostGetFlags(pFlags, p); });
}

CUresult cuMemHostRegister(void* p, size_t bytesize, unsigned int Flags) {
  return driver_call([&] { return cudaHostRegister(p, bytesize, Flags); });
}

CUresult cuMemHostUnregister(void* p) {
  return driver_call([&] { return cudaHostUnregister(p); });
}

CUresult cuMemAllocManaged(CUdeviceptr* dptr, size_t bytesize, unsigned int flags) {
  return allocate(dptr, bytesize,
                  [&](void** to) { return cudaMallocManaged(to, bytesize, flags); });
}

CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice,
                            CUstream hStream) {
  return driver_call(
      [&] { return cudaMemPrefetchAsync(pointer_to(devPtr), count, dstDevice, hStream); });
}

CUresult cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device) {
  return driver_call([&] {
    return cudaMemAdvise(pointer_to(devPtr), count, static_cast<cudaMemoryAdvise>(advice), device);
  });
}

CUresult cuMemRangeGetAttribute(void* data, size_t dataSize, CUmem_range_attribute attribute,
                                CUdeviceptr devPtr, size_t count) {
  return driver_call([&] {
    return cudaMemRangeGetAttribute(data, dataSize, static_cast<cudaMemRangeAttribute>(attribute),
                                    pointer_to(devPtr), count);
  });
}

CUresult cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr ptr) {
  return driver_call([&] {
    return enter([&](Context& context, ThreadState& thread) {
      require(data != nullptr);
      const auto place = place_of(context.memory(), ptr);
      require(place.has_value());
      const AttributeValue value = attribute_of(thread, place->block, place->offset, attribute);
      std::memcpy(data, &value.bits, value.bytes);
    });
  });
}

/// Unlike cuPointerGetAttribute, succeeds for a pointer that CUDA does not know: all values are 0.
CUresult cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute* attributes,
                                void** data, CUdeviceptr ptr) {
  return driver_call([&] {
    return enter([&](Context& context, ThreadState& thread) {
      require(attributes != nullptr && data != nullptr);
      const auto place = place_of(context.memory(), ptr);
      const MemoryBlock any{MemoryKind::pinned, 0, reinterpret_cast<std::uint8_t*>(1), 0, 0};
      for (unsigned i = 0; i < numAttributes; ++i) {
        AttributeValue value = attribute_of(thread, place ? place->block : any,
                                            place ? place->offset : 0, attributes[i]);
        if (!place) value.bits = 0;
        std::memcpy(data[i], &value.bits, value.bytes);
      }
    });
  });
}

/// The only attribute that can be set makes copies synchronous; copies of pageable memory are.
CUresult cuPointerSetAttribute(const void* value, CUpointer_attribute attribute, CUdeviceptr ptr) {
  return driver_call([&] {
    return enter([&](Context& context) {
      require(value != nullptr && attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS);
      require(place_of(context.memory(), ptr).has_value());
    });
  });
}
