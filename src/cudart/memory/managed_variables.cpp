#include "cudart/memory/managed_variables.hpp"

#include <algorithm>
#include <cstring>

#include "cudart/error/cuda_error.hpp"
#include "cudart/memory/byte_count.hpp"
#include "heddle/exec/image/memory_image.hpp"

namespace heddle::cudart {
namespace {

/// In the lower half of the addresses of host memory. Allocations begin at the lowest of them, and
/// reservations of virtual memory in the middle.
constexpr std::uint64_t kFirst =
    exec::HostAddresses{}.host +
    (exec::HostAddresses{}.registered - exec::HostAddresses{}.host) / 4;

/// Every variable has the alignment of an allocation.
std::uint64_t room_of(const ManagedRecord& record) {
  return rounded_up(std::max<std::uint64_t>(record.bytes, 1), exec::MemoryImage::kAlignment);
}

exec::HostMapping mapping_from(std::uint64_t address, std::uint64_t bytes) {
  for (int tries = 0; tries < 1 << 16; ++tries) {
    if (exec::HostMapping mapping = exec::HostMapping::reserve_at(address, bytes)) return mapping;
    address += bytes;
  }
  throw CudaError(cudaErrorMemoryAllocation, "the host has no memory for __managed__ variables");
}

}  // namespace

void ManagedVariables::place(const ManagedRecord* records, std::uint64_t count,
                             const ManagedUse* uses, std::uint64_t use_count) {
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < count; ++i) bytes += room_of(records[i]);
  const std::uint64_t page = exec::HostMapping::page_bytes();
  const std::uint64_t first =
      mappings_.empty()
          ? kFirst
          : reinterpret_cast<std::uintptr_t>(mappings_.back().data()) + mappings_.back().bytes();
  mappings_.push_back(mapping_from(rounded_up(first, page), rounded_up(bytes, page)));
  std::uint8_t* memory = mappings_.back().data();
  for (std::uint64_t i = 0; i < count; memory += room_of(records[i++]))
    *records[i].pointer = memory;
  // Before the initial values are copied: they may contain such addresses.
  for (std::uint64_t i = 0; i < use_count; ++i)
    *uses[i].place += reinterpret_cast<std::uintptr_t>(*records[uses[i].variable].pointer);
  for (std::uint64_t i = 0; i < count; ++i)
    std::memcpy(*records[i].pointer, records[i].initial, records[i].bytes);
}

}  // namespace heddle::cudart
