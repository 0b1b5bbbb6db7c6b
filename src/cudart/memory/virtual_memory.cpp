#include "cudart/memory/virtual_memory.hpp"

#include <algorithm>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "cudart/error/cuda_error.hpp"
#include "cudart/memory/byte_count.hpp"

namespace heddle::cudart {
namespace {

bool is_multiple(std::uint64_t value) { return value % VirtualMemory::kGranularity == 0; }

void require_size(std::uint64_t bytes) { require(bytes != 0 && is_multiple(bytes)); }

/// Gives the pages back and leaves the addresses reserved.
void map_nothing(Addr address, std::uint64_t bytes) {
  void* const left = mmap(reinterpret_cast<void*>(address), bytes, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  require(left != MAP_FAILED, cudaErrorUnmapBufferObjectFailed);
}

}  // namespace

VirtualMemory::Physical::Physical(Memory& of, std::uint64_t size)
    : memory(of),
      bytes(size),
      counted(of.allocate_device(size)),
      file(memfd_create("heddle", MFD_CLOEXEC)) {
  if (file >= 0 && ftruncate(file, static_cast<off_t>(size)) == 0) return;
  if (file >= 0) close(file);
  memory.free_device(counted);
  throw CudaError(cudaErrorMemoryAllocation, "the host has no memory for cuMemCreate");
}

VirtualMemory::Physical::~Physical() {
  close(file);
  memory.free_device(counted);
}

/// Searches from the middle of the addresses of host memory upwards, which allocations reach last.
Addr VirtualMemory::reserve(std::uint64_t bytes, std::uint64_t alignment) {
  require_size(bytes);
  const std::uint64_t unit = std::max(alignment, kGranularity);
  require((unit & (unit - 1)) == 0);
  const exec::HostAddresses& all = memory_.image().host_addresses();
  Addr address = rounded_up(all.host + (all.registered - all.host) / 2, unit);
  for (int tries = 0; tries < 1 << 16; ++tries) {
    if (address > all.registered || bytes > all.registered - address) break;
    if (exec::HostMapping host = exec::HostMapping::reserve_at(address, bytes)) {
      ranges_[address].host = std::move(host);
      return address;
    }
    address = rounded_up(address + bytes, unit);
  }
  throw CudaError(cudaErrorMemoryAllocation);
}

void VirtualMemory::free(Addr address, std::uint64_t bytes) {
  const auto range = ranges_.find(address);
  require(range != ranges_.end() && range->second.host.bytes() == bytes);
  require(range->second.maps.empty());
  ranges_.erase(range);
}

std::uint64_t VirtualMemory::create(std::uint64_t bytes) {
  require_size(bytes);
  auto made = std::make_shared<Physical>(memory_, bytes);
  handles_[++last_handle_] = std::move(made);
  return last_handle_;
}

const std::shared_ptr<VirtualMemory::Physical>& VirtualMemory::memory_of(
    std::uint64_t handle) const {
  const auto found = handles_.find(handle);
  require(found != handles_.end());
  return found->second;
}

void VirtualMemory::release(std::uint64_t handle) {
  memory_of(handle);
  handles_.erase(handle);
}

const VirtualMemory::Map* VirtualMemory::map_at(Addr address) const {
  const auto range = ranges_.upper_bound(address);
  if (range == ranges_.begin()) return nullptr;
  const auto& maps = std::prev(range)->second.maps;
  const auto map = maps.upper_bound(address);
  if (map == maps.begin()) return nullptr;
  const auto& [begin, found] = *std::prev(map);
  return address - begin < found.bytes ? &found : nullptr;
}

std::uint64_t VirtualMemory::retain(Addr address) {
  const Map* const map = map_at(address);
  require(map != nullptr);
  handles_[++last_handle_] = map->physical;
  return last_handle_;
}

VirtualMemory::Range& VirtualMemory::range_with(Addr address, std::uint64_t bytes) {
  require_size(bytes);
  require(is_multiple(address));
  const auto after = ranges_.upper_bound(address);
  require(after != ranges_.begin());
  auto& [begin, range] = *std::prev(after);
  require(address - begin <= range.host.bytes() && bytes <= range.host.bytes() - (address - begin));
  return range;
}

void VirtualMemory::map(Addr address, std::uint64_t bytes, std::uint64_t offset,
                        std::uint64_t handle) {
  Range& range = range_with(address, bytes);
  const std::shared_ptr<Physical>& physical = memory_of(handle);
  require(is_multiple(offset) && offset <= physical->bytes && bytes <= physical->bytes - offset);
  const auto after = range.maps.lower_bound(address);
  require(after == range.maps.end() || after->first >= address + bytes);
  require(after == range.maps.begin() ||
          std::prev(after)->first + std::prev(after)->second.bytes <= address);
  void* const placed = mmap(reinterpret_cast<void*>(address), bytes, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_FIXED, physical->file, static_cast<off_t>(offset));
  require(placed != MAP_FAILED, cudaErrorMemoryAllocation);
  range.maps[address] = {bytes, physical, false};
}

template <typename Action>
void VirtualMemory::for_maps(Range& range, Addr address, std::uint64_t bytes,
                             const Action& action) {
  std::vector<std::map<Addr, Map>::iterator> inside;
  for (Addr at = address; at < address + bytes;) {
    const auto map = range.maps.find(at);
    require(map != range.maps.end() && map->second.bytes <= address + bytes - at);
    inside.push_back(map);
    at += map->second.bytes;
  }
  for (const auto& map : inside) action(map);
}

void VirtualMemory::unmap(Addr address, std::uint64_t bytes) {
  Range& range = range_with(address, bytes);
  close_runs(range);
  const auto reopen = [&] { open_runs(range); };
  try {
    for_maps(range, address, bytes, [&](auto map) {
      map_nothing(map->first, map->second.bytes);
      range.maps.erase(map);
    });
  } catch (const CudaError&) {
    reopen();
    throw;
  }
  reopen();
}

void VirtualMemory::allow(Addr address, std::uint64_t bytes, bool reach) {
  Range& range = range_with(address, bytes);
  for_maps(range, address, bytes, [&](auto map) { map->second.reach = reach; });
  close_runs(range);
  open_runs(range);
}

bool VirtualMemory::allowed(Addr address) const {
  const Map* const map = map_at(address);
  require(map != nullptr);
  return map->reach;
}

void VirtualMemory::close_runs(Range& range) {
  for (const auto& [address, bytes] : range.open) memory_.close_mapped(address);
  range.open.clear();
}

/// Neighbours become one run, so that a copy may cross from one to the next.
void VirtualMemory::open_runs(Range& range) {
  Addr end = 0;
  Addr begin = 0;
  for (const auto& [address, map] : range.maps) {
    if (!map.reach) continue;
    if (begin == 0 || address != end) begin = address;
    end = address + map.bytes;
    range.open[begin] = end - begin;
  }
  for (const auto& [address, bytes] : range.open) memory_.open_mapped(address, bytes);
}

void VirtualMemory::clear() {
  for (auto& [address, range] : ranges_) close_runs(range);
  ranges_.clear();
  handles_.clear();
}

}  // namespace heddle::cudart
