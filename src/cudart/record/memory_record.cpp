#include "cudart/record/memory_record.hpp"

#include <algorithm>
#include <cstring>

#include "heddle/base/hash.hpp"

namespace heddle::cudart {
namespace {

/// Number of bytes that are compared, and written, as one unit.
constexpr std::uint64_t kGrain = 256;

}  // namespace

std::vector<capture::Allocation> MemoryRecord::begin() {
  std::vector<capture::Allocation> all;
  for (const exec::Allocation& allocation : image_.allocations()) {
    if (allocation.host) continue;
    const Tracked& tracked = tracked_[allocation.address] = {allocation, {}, false, false, {}};
    all.push_back({allocation.address, allocation.bytes, allocation.name, allocation.writable,
                   capture::Contents::of({bytes_of(tracked), allocation.bytes})});
  }
  return all;
}

std::uint8_t* MemoryRecord::bytes_of(const Tracked& tracked) const {
  return image_.translate(tracked.facts.address, tracked.facts.bytes);
}

MemoryRecord::Tracked* MemoryRecord::find(Addr address) {
  auto after = tracked_.upper_bound(address);
  if (after == tracked_.begin()) return nullptr;
  Tracked& tracked = std::prev(after)->second;
  return address - tracked.facts.address < tracked.facts.bytes ? &tracked : nullptr;
}

void MemoryRecord::allocated(const exec::Allocation& allocation) {
  tracked_[allocation.address] = {allocation, {}, false, is_after_launches(), {}};
}

void MemoryRecord::freed(Addr address) {
  const auto entry = tracked_.find(address);
  if (entry == tracked_.end()) return;
  if (is_after_launches() && !entry->second.is_late) gone_.push_back(final_of(entry->second));
  tracked_.erase(entry);
}

void MemoryRecord::captured_begins() {
  ++running_;
  gone_.clear();
  for (auto& [address, tracked] : tracked_) {
    tracked.hash.reset();
    tracked.before_holds = tracked.is_late = false;
  }
}

void MemoryRecord::captured_ended() { --running_; }

void MemoryRecord::take_hash(Tracked& tracked) {
  if (!tracked.hash) tracked.hash = hash_of({bytes_of(tracked), tracked.facts.bytes});
}

void MemoryRecord::changing(Addr address, bool kept) {
  Tracked* const tracked = find(address);
  if (tracked == nullptr) return;
  tracked->before_holds = false;
  if (kept || !is_after_launches()) {
    tracked->hash.reset();
  } else {
    take_hash(*tracked);
  }
}

bool MemoryRecord::on_device(Addr address) const {
  const auto allocation = image_.allocation_at(address);
  return allocation.has_value() && !allocation->host;
}

capture::Contents MemoryRecord::contents(const capture::Box& box) const {
  std::vector<std::uint8_t> bytes(box.bytes());
  std::uint8_t* to = bytes.data();
  for (std::uint64_t z = 0; z < box.depth; ++z) {
    for (std::uint64_t y = 0; y < box.height; ++y, to += box.width)
      image_.read(box.address + z * box.slice_pitch + y * box.row_pitch, to, box.width);
  }
  return capture::Contents::of(bytes);
}

void MemoryRecord::hold() {
  for (auto& [address, tracked] : tracked_) {
    if (is_after_launches()) take_hash(tracked);
    if (tracked.before_holds && is_after_launches()) continue;
    tracked.before.resize(tracked.facts.bytes);
    std::memcpy(tracked.before.data(), bytes_of(tracked), tracked.facts.bytes);
    tracked.before_holds = true;
  }
}

void MemoryRecord::add_changes(Tracked& tracked, std::vector<capture::Write>& writes) {
  const std::uint8_t* const now = bytes_of(tracked);
  std::uint8_t* const before = tracked.before.data();
  const std::uint64_t bytes = tracked.before.size();
  const auto differs = [&](std::uint64_t at) {
    return std::memcmp(now + at, before + at, std::min(kGrain, bytes - at)) != 0;
  };
  for (std::uint64_t at = 0; at < bytes; at += kGrain) {
    if (!differs(at)) continue;
    std::uint64_t end = at + kGrain;
    while (end < bytes && differs(end)) end += kGrain;
    const std::uint64_t count = std::min(end, bytes) - at;
    writes.push_back({{tracked.facts.address + at, count, 1, 1, count, count},
                      capture::Contents::of({now + at, count})});
    std::memcpy(before + at, now + at, count);
    at = end;
  }
}

/// Skips allocations made since hold(), because the first contents of an allocation are recorded
/// with it.
std::vector<capture::Write> MemoryRecord::changes() {
  std::vector<capture::Write> writes;
  for (auto& [address, tracked] : tracked_) {
    if (tracked.before_holds) add_changes(tracked, writes);
  }
  return writes;
}

capture::FinalMemory MemoryRecord::final_of(Tracked& tracked) {
  take_hash(tracked);
  return {tracked.facts.address, tracked.facts.bytes, *tracked.hash, true};
}

std::vector<capture::FinalMemory> MemoryRecord::final_memory() {
  std::vector<capture::FinalMemory> all = gone_;
  for (auto& [address, tracked] : tracked_) {
    if (!tracked.is_late) all.push_back(final_of(tracked));
  }
  std::ranges::sort(all, {}, &capture::FinalMemory::address);
  return all;
}

}  // namespace heddle::cudart
