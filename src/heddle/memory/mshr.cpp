#include "heddle/memory/mshr.hpp"

#include <bit>

namespace heddle::memory {

Mshr::Mshr(std::uint32_t entries, std::uint32_t merges)
    : merges_(merges),
      index_mask_(std::bit_ceil(entries * 4) - 1),
      entries_(entries),
      waiters_(std::size_t{entries} * merges),
      index_(index_mask_ + 1, kNone) {}

Mshr::Outcome Mshr::add(Addr line, std::uint8_t sectors, std::uint32_t waiter,
                        std::uint8_t& missing) {
  std::uint32_t* const place = locate(line);
  if (*place != kNone) {
    Entry& entry = entries_[*place];
    if (entry.waiters == merges_) return Outcome::merges_full;
    missing = static_cast<std::uint8_t>(sectors & ~entry.requested);
    entry.requested |= sectors;
    append(entry, waiter, sectors);
    return Outcome::merged;
  }
  if (full()) return Outcome::entries_full;
  *place = entries_.take({.line = line, .requested = sectors});
  ++used_;
  missing = sectors;
  append(entries_[*place], waiter, sectors);
  return Outcome::allocated;
}

std::uint32_t* Mshr::locate(Addr line) {
  std::uint32_t at = bucket(line);
  while (index_[at] != kNone && entries_[index_[at]].line != line) at = (at + 1) & index_mask_;
  return &index_[at];
}

void Mshr::append(Entry& entry, std::uint32_t who, std::uint8_t sectors) {
  const std::uint32_t id = waiters_.take({who, sectors, kNone});
  if (entry.last == kNone) {
    entry.first = id;
  } else {
    waiters_[entry.last].next = id;
  }
  entry.last = id;
  ++entry.waiters;
}

void Mshr::remove(std::uint32_t number) {
  std::uint32_t hole = static_cast<std::uint32_t>(locate(entries_[number].line) - index_.data());
  entries_.give_back(number);
  --used_;
  // Moves later entries of the probe sequence into the hole, so that a search never stops there.
  index_[hole] = kNone;
  for (std::uint32_t at = (hole + 1) & index_mask_; index_[at] != kNone;
       at = (at + 1) & index_mask_) {
    const std::uint32_t home = bucket(entries_[index_[at]].line);
    if (((at - home) & index_mask_) < ((at - hole) & index_mask_)) continue;
    index_[hole] = index_[at];
    index_[at] = kNone;
    hole = at;
  }
}

}  // namespace heddle::memory
