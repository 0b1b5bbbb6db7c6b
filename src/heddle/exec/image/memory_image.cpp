#include "heddle/exec/image/memory_image.hpp"

#include <algorithm>
#include <cstring>

#include "heddle/base/error.hpp"

namespace heddle::exec {
namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Returns the device addresses of host memory. With 32-bit addresses, host memory gets all
/// addresses above device memory; the upper half of these addresses is for memory that the program
/// allocates itself. With other address sizes the returned ranges are empty.
HostAddresses host_addresses(std::uint64_t capacity, unsigned address_bits) {
  if (address_bits != 32) return {};
  constexpr Addr kEnd = Addr{1} << 32;
  const Addr begin = std::min(kEnd, round_up(isa::kGlobalBase + capacity, MemoryImage::kPageBytes));
  return {begin, round_up(begin + (kEnd - begin) / 2, MemoryImage::kPageBytes), kEnd};
}

std::string quoted(const std::string& name) { return name.empty() ? "" : " `" + name + "`"; }

}  // namespace

MemoryImage::MemoryImage(std::uint64_t capacity, MemoryCheck check, unsigned address_bits)
    : capacity_(round_up(capacity, kAlignment)),
      check_(check),
      host_(exec::host_addresses(capacity_, address_bits)),
      arena_(HostMapping::reserve(capacity_)),
      free_(isa::kGlobalBase, capacity_) {
  if (check_ != MemoryCheck::page) return;
  if (!arena_) {
    fail(
        "device.memory_check=page needs all {} bytes of device memory in one piece, which the host "
        "refuses: use device.memory_check=allocation, or a smaller device.memory_bytes",
        capacity_);
  }
  const std::uintptr_t host = reinterpret_cast<std::uintptr_t>(arena_.data());
  everything_ = {isa::kGlobalBase, isa::kGlobalBase + capacity_, host - isa::kGlobalBase};
  free_.take(std::min(kLeadBytes, capacity_));
}

Addr MemoryImage::allocate(std::uint64_t bytes, std::string name, bool writable) {
  if (bytes == 0 || bytes > capacity_) return 0;
  const Addr address = free_.take(round_up(bytes, kAlignment));
  return address == 0 ? 0 : place_at(address, bytes, std::move(name), writable);
}

bool MemoryImage::allocate_at(Addr address, std::uint64_t bytes, std::string name, bool writable) {
  if (bytes == 0 || bytes > capacity_ || address % kAlignment != 0) return false;
  return free_.take_at(address, round_up(bytes, kAlignment)) &&
         place_at(address, bytes, std::move(name), writable) != 0;
}

/// Completes an allocation whose addresses have been taken. Returns 0 if the host refuses to
/// provide memory.
Addr MemoryImage::place_at(Addr address, std::uint64_t bytes, std::string name, bool writable) {
  std::uint8_t* host = nullptr;
  if (arena_) {
    host = arena_.data() + (address - isa::kGlobalBase);
  } else {
    HostMapping mapping = HostMapping::reserve(bytes);
    host = mapping.data();
    if (host == nullptr) {
      free_.give_back(address, round_up(bytes, kAlignment));
      return 0;
    }
    separate_.emplace(address, std::move(mapping));
  }
  insert(
      {address, address + bytes, reinterpret_cast<std::uintptr_t>(host) - address, writable, false},
      name);
  if (watch_.allocated) watch_.allocated({address, bytes, std::move(name), false, writable});
  return address;
}

bool MemoryImage::free(Addr address) {
  const std::size_t index = upper_index(address);
  if (index == 0 || ranges_[index - 1].begin != address || ranges_[index - 1].host) return false;
  const MemoryRange range = ranges_[index - 1];
  if (watch_.freed) watch_.freed(address);
  const std::uint64_t bytes = round_up(range.end - range.begin, kAlignment);
  if (!arena_)
    separate_.erase(address);
  else if (bytes >= kFreshBytes)
    HostMapping::discard(range.at(address), bytes);
  free_.give_back(address, bytes);
  return erase(address, false);
}

void* MemoryImage::allocate_host(std::uint64_t bytes, std::string name) {
  if (bytes == 0) return nullptr;
  const std::uint64_t size = round_up(bytes, HostMapping::page_bytes());
  Addr address = host_.host;
  // Searches upwards, past addresses that this image or other code of the process already uses.
  for (int tries = 0; tries < 1 << 16; ++tries) {
    if (address > host_.registered || size > host_.registered - address) return nullptr;
    const std::size_t after = upper_index(address + size - 1);
    if (after > 0 && ranges_[after - 1].end > address) {
      address = round_up(ranges_[after - 1].end, HostMapping::page_bytes());
      continue;
    }
    if (HostMapping mapping = HostMapping::reserve_at(address, size)) {
      void* const memory = mapping.data();
      separate_.emplace(address, std::move(mapping));
      insert({address, address + bytes, 0, true, true}, std::move(name));
      return memory;
    }
    address += size;
  }
  return nullptr;
}

bool MemoryImage::free_host(void* memory) {
  const Addr address = reinterpret_cast<std::uintptr_t>(memory);
  if (address < host_.host || separate_.find(address) == separate_.end()) return false;
  if (!erase(address, true)) return false;
  separate_.erase(address);
  return true;
}

Addr MemoryImage::place_for_region(std::uint64_t bytes) const {
  const std::uint64_t page = HostMapping::page_bytes();
  Addr place = host_.registered;
  for (const MemoryRange& range : ranges_) {
    if (range.end <= place) continue;
    if (range.begin >= place && range.begin - place >= bytes + page) break;
    place = round_up(range.end, page) + page;
  }
  return place < host_.end && bytes <= host_.end - place ? place : 0;
}

bool MemoryImage::add_host_region(Addr device, void* host, std::uint64_t bytes, std::string name) {
  if (bytes == 0 || device < isa::kGlobalBase) return false;
  if (device > host_.end || bytes > host_.end - device) return false;
  if (device < isa::kGlobalBase + capacity_ && device + bytes > isa::kGlobalBase) return false;
  const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(host) - device;
  return insert({device, device + bytes, offset, true, true}, std::move(name));
}

bool MemoryImage::remove_host_region(Addr device) {
  return separate_.find(device) == separate_.end() && erase(device, true);
}

std::size_t MemoryImage::upper_index(Addr address) const {
  const auto after =
      std::upper_bound(ranges_.begin(), ranges_.end(), address,
                       [](Addr wanted, const MemoryRange& range) { return wanted < range.begin; });
  return static_cast<std::size_t>(after - ranges_.begin());
}

bool MemoryImage::insert(const MemoryRange& range, std::string name) {
  const std::size_t index = upper_index(range.begin);
  if (index > 0 && ranges_[index - 1].end > range.begin) return false;
  if (index < ranges_.size() && ranges_[index].begin < range.end) return false;
  ranges_.insert(ranges_.begin() + static_cast<std::ptrdiff_t>(index), range);
  names_.insert(names_.begin() + static_cast<std::ptrdiff_t>(index), std::move(name));
  count_hinted();
  return true;
}

bool MemoryImage::erase(Addr begin, bool host) {
  const std::size_t index = upper_index(begin);
  if (index == 0 || ranges_[index - 1].begin != begin || ranges_[index - 1].host != host)
    return false;
  ranges_.erase(ranges_.begin() + static_cast<std::ptrdiff_t>(index - 1));
  names_.erase(names_.begin() + static_cast<std::ptrdiff_t>(index - 1));
  count_hinted();
  return true;
}

/// Counts the ranges to which a RangeHint may point. If host accesses are watched, only the ranges
/// of device memory count; they precede all ranges of host memory.
void MemoryImage::count_hinted() {
  hinted_ = ranges_.size();
  while (watches_host_ && hinted_ != 0 && ranges_[hinted_ - 1].host) --hinted_;
}

void MemoryImage::watch_host_accesses() {
  watches_host_ = true;
  count_hinted();
}

const MemoryRange* MemoryImage::search(Addr low, Addr high, RangeHint& hint) const {
  const std::size_t index = upper_index(low);
  if (index == 0 || !ranges_[index - 1].contains(low, high))
    return pages_hold_allocations(low, high) ? &everything_ : nullptr;
  if (ranges_[index - 1].host) host_access_.store(low, std::memory_order_relaxed);
  hint.store(static_cast<std::uint32_t>(index - 1), std::memory_order_relaxed);
  return &ranges_[index - 1];
}

std::uint8_t* MemoryImage::translate(Addr address, std::uint64_t bytes) const {
  const std::size_t index = upper_index(address);
  if (index == 0) return nullptr;
  const MemoryRange& range = ranges_[index - 1];
  return address < range.end && bytes <= range.end - address ? range.at(address) : nullptr;
}

bool MemoryImage::is_constant(Addr address) const {
  const std::size_t index = upper_index(address);
  return index != 0 && address < ranges_[index - 1].end && !ranges_[index - 1].writable;
}

std::uint8_t* MemoryImage::reach(Addr address, std::uint64_t bytes) const {
  if (std::uint8_t* const host = translate(address, bytes)) return host;
  return pages_hold_allocations(address, address + bytes) ? everything_.at(address) : nullptr;
}

bool MemoryImage::holds_allocation(Addr page) const {
  const std::size_t after = upper_index(page + kPageBytes - 1);
  return after > 0 && ranges_[after - 1].end > page && !ranges_[after - 1].host;
}

bool MemoryImage::pages_hold_allocations(Addr low, Addr high) const {
  if (check_ != MemoryCheck::page || !everything_.contains(low, high)) return false;
  for (Addr page = low / kPageBytes * kPageBytes; page < high; page += kPageBytes) {
    if (!holds_allocation(page)) return false;
  }
  return true;
}

std::string MemoryImage::page_hint(Addr address) const {
  if (check_ == MemoryCheck::page) return {};
  // If pages are checked, the driver's data take the first kLeadBytes of the first page. With such
  // checks, an address just below device memory would lie in that page.
  const Addr lead = address < isa::kGlobalBase && isa::kGlobalBase - address <= kLeadBytes
                        ? isa::kGlobalBase
                        : address;
  if (!holds_allocation(lead / kPageBytes * kPageBytes)) return {};
  return " (a GPU checks by 2 MiB page: --set device.memory_check=page)";
}

std::optional<Allocation> MemoryImage::allocation_at(Addr address) const {
  const std::size_t index = upper_index(address);
  if (index == 0 || address >= ranges_[index - 1].end) return std::nullopt;
  const MemoryRange& range = ranges_[index - 1];
  return Allocation{range.begin, range.end - range.begin, names_[index - 1], range.host,
                    range.writable};
}

std::vector<Allocation> MemoryImage::allocations() const {
  std::vector<Allocation> all;
  for (const MemoryRange& range : ranges_) all.push_back(*allocation_at(range.begin));
  return all;
}

std::string MemoryImage::describe(Addr address) const {
  if (ranges_.empty()) return "nothing is allocated";
  const std::size_t index = upper_index(address);
  const bool below = index > 0;
  const bool above = index < ranges_.size();
  const std::uint64_t past = below ? address - ranges_[index - 1].end + 1 : 0;
  const bool inside = below && address < ranges_[index - 1].end;
  const bool use_below = inside || !above || (below && past <= ranges_[index].begin - address);
  const std::size_t nearest = use_below ? index - 1 : index;
  const MemoryRange& range = ranges_[nearest];
  const std::string what =
      fmt::format("the allocation{} of {} bytes at {:#x}", quoted(names_[nearest]),
                  range.end - range.begin, range.begin);
  if (inside) return fmt::format("byte {} of {}", address - range.begin, what);
  if (use_below) return fmt::format("{} bytes past the end of {}", address - range.end, what);
  return fmt::format("{} bytes before {}", range.begin - address, what);
}

std::uint8_t* MemoryImage::checked(Addr address, std::uint64_t bytes, const char* what) const {
  std::uint8_t* const host = translate(address, bytes);
  if (host == nullptr)
    fail("{} {} bytes at device address {:#x} is out of bounds: it begins at {}", what, bytes,
         address, describe(address));
  return host;
}

void MemoryImage::read(Addr from, void* to, std::uint64_t bytes) const {
  if (bytes != 0) std::memcpy(to, checked(from, bytes, "reading"), bytes);
}

void MemoryImage::write(Addr to, const void* from, std::uint64_t bytes) {
  if (bytes != 0) std::memcpy(checked(to, bytes, "writing"), from, bytes);
}

void MemoryImage::fill(Addr at, std::uint8_t value, std::uint64_t bytes) {
  if (bytes != 0) std::memset(checked(at, bytes, "filling"), value, bytes);
}

void MemoryImage::copy(Addr to, Addr from, std::uint64_t bytes) {
  if (bytes == 0) return;
  std::uint8_t* const target = checked(to, bytes, "writing");
  std::memmove(target, checked(from, bytes, "reading"), bytes);
}

}  // namespace heddle::exec
