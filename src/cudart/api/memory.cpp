// Allocation of device, pitched, managed and pinned memory, and registration of the program's own
// memory.
#include <algorithm>

#include "cudart/memory/byte_count.hpp"
#include "cudart/runtime/entry.hpp"

using namespace heddle::cudart;

namespace {

void* as_pointer(heddle::Addr address) { return reinterpret_cast<void*>(address); }
heddle::Addr as_address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

std::uint64_t pitch_of(std::uint64_t width) { return rounded_up(width, kPitchAlignment); }

/// For 0 bytes, allocates nothing and returns a null pointer.
void* allocate_device(Context& context, std::uint64_t bytes) {
  return bytes == 0 ? nullptr : as_pointer(context.memory().allocate_device(bytes));
}

cudaError_t allocate_pinned(void** pointer, std::size_t size, unsigned flags,
                            const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    require(pointer != nullptr);
    *pointer = nullptr;
    require(flags <= (cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined));
    if (size != 0) *pointer = context.memory().allocate_host(MemoryKind::pinned, size, flags);
  });
}

/// Runs the queued work before the memory is freed, because the work may still use the memory.
template <typename Free>
cudaError_t free_memory(const void* pointer, const Free& free,
                        const char* call = __builtin_FUNCTION()) {
  return enter(call, [&](Context& context) {
    if (pointer == nullptr) return;
    context.scheduler().drain();
    free(context);
  });
}

MemoryBlock host_block(Context& context, const void* pointer) {
  const auto block = context.memory().at_host(pointer);
  require(block.has_value());
  return *block;
}

cudaMemoryType type_of(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::device:
    case MemoryKind::mapped:
      return cudaMemoryTypeDevice;
    case MemoryKind::managed:
    case MemoryKind::variable:
      return cudaMemoryTypeManaged;
    case MemoryKind::pinned:
    case MemoryKind::registered:
      return cudaMemoryTypeHost;
  }
  return cudaMemoryTypeUnregistered;
}

}  // namespace

cudaError_t cudaMalloc(void** devPtr, size_t size) {
  return enter([&](Context& context) {
    require(devPtr != nullptr);
    *devPtr = nullptr;
    *devPtr = allocate_device(context, size);
  });
}

cudaError_t cudaMallocPitch(void** devPtr, size_t* pitch, size_t width, size_t height) {
  return enter([&](Context& context) {
    require(devPtr != nullptr && pitch != nullptr);
    *devPtr = nullptr;
    const std::uint64_t row = pitch_of(width);
    *devPtr = allocate_device(context, product_of(row, height));
    *pitch = row;
  });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitchedDevPtr, cudaExtent extent) {
  return enter([&](Context& context) {
    require(pitchedDevPtr != nullptr);
    *pitchedDevPtr = {};
    const std::uint64_t row = pitch_of(extent.width);
    const std::uint64_t slice = product_of(row, extent.height);
    void* const memory = allocate_device(context, product_of(slice, extent.depth));
    *pitchedDevPtr = {memory, row, extent.width, extent.height};
  });
}

cudaError_t cudaMallocManaged(void** devPtr, size_t size, unsigned int flags) {
  return enter([&](Context& context) {
    require(devPtr != nullptr && size != 0);
    require(flags == cudaMemAttachGlobal || flags == cudaMemAttachHost);
    *devPtr = context.memory().allocate_host(MemoryKind::managed, size, flags);
  });
}

cudaError_t cudaFree(void* devPtr) {
  return free_memory(devPtr, [&](Context& context) {
    if (context.graph_memory().find(as_address(devPtr)) != nullptr)
      return require(context.graph_memory().end_use(as_address(devPtr)));
    context.memory().free_device(as_address(devPtr));
  });
}

cudaError_t cudaMallocHost(void** ptr, size_t size) {
  return allocate_pinned(ptr, size, cudaHostAllocDefault);
}

cudaError_t cudaHostAlloc(void** pHost, size_t size, unsigned int flags) {
  return allocate_pinned(pHost, size, flags);
}

cudaError_t cudaFreeHost(void* ptr) {
  return free_memory(ptr, [&](Context& context) { context.memory().free_pinned(ptr); });
}

cudaError_t cudaHostRegister(void* ptr, size_t size, unsigned int flags) {
  return enter([&](Context& context) { context.memory().register_host(ptr, size, flags); });
}

cudaError_t cudaHostUnregister(void* ptr) {
  return enter([&](Context& context) {
    require(ptr != nullptr);
    context.scheduler().drain();
    context.memory().unregister_host(ptr);
  });
}

cudaError_t cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned int flags) {
  return enter([&](Context& context) {
    require(pDevice != nullptr && flags == 0);
    const MemoryBlock block = host_block(context, pHost);
    *pDevice = as_pointer(block.device + (static_cast<std::uint8_t*>(pHost) - block.host));
  });
}

cudaError_t cudaHostGetFlags(unsigned int* pFlags, void* pHost) {
  return enter([&](Context& context) {
    require(pFlags != nullptr);
    *pFlags = host_block(context, pHost).flags | cudaHostAllocMapped;
  });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return enter([&](Context& context) {
    const auto& image = context.memory().image();
    const std::uint64_t all = context.description().memory_bytes;
    const std::uint64_t used = image.capacity() - image.free_bytes();
    if (free != nullptr) *free = all - std::min(all, used);
    if (total != nullptr) *total = all;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* ptr) {
  return enter([&](Context& context) {
    require(attributes != nullptr);
    *attributes = {cudaMemoryTypeUnregistered, -2, nullptr, const_cast<void*>(ptr)};
    const Memory& memory = context.memory();
    const auto by_host = memory.at_host(ptr);
    const auto block = by_host ? by_host : memory.at_device(as_address(ptr));
    if (!block) return;
    const std::uint64_t offset =
        as_address(ptr) - (by_host ? as_address(block->host) : block->device);
    attributes->type = type_of(block->kind);
    attributes->device = 0;
    attributes->devicePointer = as_pointer(block->device + offset);
    attributes->hostPointer = block->host == nullptr ? nullptr : block->host + offset;
  });
}
