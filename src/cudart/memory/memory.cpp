#include "cudart/memory/memory.hpp"

#include <vector>

#include "cudart/error/cuda_error.hpp"
#include "cudart/memory/host_range.hpp"

namespace heddle::cudart {
namespace {

Addr address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

/// Addresses of user space have 47 bits.
constexpr std::uint64_t kMostHostBytes = std::uint64_t{1} << 47;

bool inside(const MemoryBlock& block, Addr first, Addr address) {
  return address >= first && address - first < block.bytes;
}

}  // namespace

Addr Memory::allocate_device(std::uint64_t bytes) {
  const Addr address = image_.allocate(bytes);
  if (address == 0) throw OutOfMemory(bytes, image_.free_bytes());
  blocks_[address] = {MemoryKind::device, address, nullptr, bytes, 0};
  return address;
}

void* Memory::allocate_host(MemoryKind kind, std::uint64_t bytes, unsigned flags) {
  require(bytes <= kMostHostBytes, cudaErrorMemoryAllocation);
  void* const host = image_.allocate_host(bytes);
  require(host != nullptr, cudaErrorMemoryAllocation);
  const Addr address = address_of(host);
  blocks_[address] = {kind, address, static_cast<std::uint8_t*>(host), bytes, flags};
  return host;
}

void Memory::free_device(Addr address) {
  const auto block = blocks_.find(address);
  require(block != blocks_.end());
  switch (block->second.kind) {
    case MemoryKind::device:
      image_.free(address);
      break;
    case MemoryKind::managed:
      image_.free_host(block->second.host);
      break;
    default:
      throw CudaError(cudaErrorInvalidValue);
  }
  blocks_.erase(block);
}

void Memory::free_pinned(const void* host) {
  const auto block = blocks_.find(address_of(host));
  require(block != blocks_.end() && block->second.kind == MemoryKind::pinned);
  image_.free_host(block->second.host);
  blocks_.erase(block);
}

Addr Memory::share_variable(void* host, std::uint64_t bytes) {
  const Addr address = address_of(host);
  if (const auto known = at_host(host)) return known->device;
  require(image_.add_host_region(address, host, bytes), cudaErrorMemoryAllocation);
  blocks_[address] = {MemoryKind::variable, address, static_cast<std::uint8_t*>(host), bytes, 0};
  return address;
}

void Memory::register_host(void* host, std::uint64_t bytes, unsigned flags) {
  const Addr begin = address_of(host);
  require(bytes != 0 && host_has(begin, bytes));
  const auto after = registered_.lower_bound(begin);
  require(after == registered_.end() || after->first >= begin + bytes,
          cudaErrorHostMemoryAlreadyRegistered);
  require(!at_host(host), cudaErrorHostMemoryAlreadyRegistered);
  const std::uint64_t in_page = begin % exec::HostMapping::page_bytes();
  const Addr place = image_.place_for_region(in_page + bytes);
  require(place != 0, cudaErrorMemoryAllocation);
  const Addr device = place + in_page;
  if (!image_.add_host_region(device, host, bytes)) throw CudaError(cudaErrorMemoryAllocation);
  blocks_[device] = {MemoryKind::registered, device, static_cast<std::uint8_t*>(host), bytes,
                     flags};
  registered_[begin] = device;
}

void Memory::unregister_host(const void* host) {
  const auto entry = registered_.find(address_of(host));
  require(entry != registered_.end() && blocks_.at(entry->second).kind == MemoryKind::registered,
          cudaErrorHostMemoryNotRegistered);
  image_.remove_host_region(entry->second);
  blocks_.erase(entry->second);
  registered_.erase(entry);
}

void Memory::open_mapped(Addr address, std::uint64_t bytes) {
  require(image_.add_host_region(address, reinterpret_cast<void*>(address), bytes),
          cudaErrorMemoryAllocation);
  blocks_[address] = {MemoryKind::mapped, address, nullptr, bytes, 0};
}

void Memory::close_mapped(Addr address) {
  image_.remove_host_region(address);
  blocks_.erase(address);
}

std::optional<MemoryBlock> Memory::at_device(Addr address) const {
  const auto after = blocks_.upper_bound(address);
  if (after != blocks_.begin()) {
    const MemoryBlock& block = std::prev(after)->second;
    if (inside(block, block.device, address)) return block;
  }
  const auto variable = image_.allocation_at(address);
  if (!variable) return std::nullopt;
  auto* const host =
      variable->host ? image_.translate(variable->address, variable->bytes) : nullptr;
  return MemoryBlock{variable->host ? MemoryKind::managed : MemoryKind::device, variable->address,
                     host, variable->bytes, 0};
}

std::optional<MemoryBlock> Memory::at_host(const void* pointer) const {
  const Addr address = address_of(pointer);
  const auto after = registered_.upper_bound(address);
  if (after != registered_.begin()) {
    const auto& [begin, device] = *std::prev(after);
    const MemoryBlock& block = blocks_.at(device);
    if (inside(block, begin, address)) return block;
  }
  const auto block = at_device(address);
  if (!block || block->host == nullptr || block->kind == MemoryKind::registered)
    return std::nullopt;
  return block;
}

std::optional<MemoryBlock> Memory::at(const void* pointer) const {
  const auto block = at_host(pointer);
  return block ? block : at_device(address_of(pointer));
}

void Memory::free_all_device() {
  std::vector<Addr> gone;
  for (const auto& [address, block] : blocks_) {
    if (block.kind == MemoryKind::device || block.kind == MemoryKind::managed)
      gone.push_back(address);
  }
  for (const Addr address : gone) free_device(address);
}

}  // namespace heddle::cudart
