#include "cudart/memory/copy_address.hpp"

#include "cudart/error/cuda_error.hpp"
#include "cudart/memory/host_range.hpp"

namespace heddle::cudart {
bool is_device_pointer(const Memory& memory, const void* pointer) {
  const auto block = memory.at(pointer);
  return block && (block->kind == MemoryKind::device || block->kind == MemoryKind::managed ||
                   block->kind == MemoryKind::mapped);
}

Direction direction_of(const Memory& memory, const void* to, const void* from,
                       cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return {false, false};
    case cudaMemcpyHostToDevice:
      return {false, true};
    case cudaMemcpyDeviceToHost:
      return {true, false};
    case cudaMemcpyDeviceToDevice:
      return {true, true};
    case cudaMemcpyDefault:
      return {is_device_pointer(memory, from), is_device_pointer(memory, to)};
  }
  throw CudaError(cudaErrorInvalidMemcpyDirection);
}

CopyAddress copy_address(const Memory& memory, const void* pointer, bool device,
                         std::uint64_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (!device) {
    // Host addresses of a program linked at low addresses may look like device addresses.
    require(host_has(address, bytes));
    const auto block = memory.at(pointer);
    return {false, address, !block || block->host == nullptr};
  }
  if (memory.image().translate(address, bytes) != nullptr) return {true, address, false};
  // The pointer is the host address of a registered buffer.
  const auto block = memory.at_host(pointer);
  require(block.has_value());
  const std::uint64_t offset = static_cast<const std::uint8_t*>(pointer) - block->host;
  require(bytes <= block->bytes - offset);
  return {true, block->device + offset, false};
}

std::uint8_t* bytes_at(const Memory& memory, const CopyAddress& start, std::uint64_t bytes) {
  if (!start.device) return reinterpret_cast<std::uint8_t*>(start.address);
  std::uint8_t* const host = memory.image().translate(start.address, bytes);
  require(host != nullptr);
  return host;
}

}  // namespace heddle::cudart
