// Miss status holding registers: the outstanding lines, and the requests (waiters) that wait for
// each of their sectors.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/slot_pool.hpp"
#include "heddle/base/types.hpp"

namespace heddle::memory {

class Mshr {
 public:
  enum class Outcome : std::uint8_t {
    allocated,     ///< a new line is outstanding
    merged,        ///< the line was outstanding already
    entries_full,  ///< nothing was added: no entry is free
    merges_full,   ///< nothing was added: too many waiters for this line
  };

  Mshr(std::uint32_t entries, std::uint32_t merges);

  /// Adds a waiter for `sectors` of `line`. Sets `missing` to the sectors in `sectors` that had not
  /// been requested before.
  Outcome add(Addr line, std::uint8_t sectors, std::uint32_t waiter, std::uint8_t& missing);

  /// Handles the arrival of `sectors` of `line`. Calls `ready(waiter)` for each waiter that now has
  /// all its sectors, in the order in which the waiters were added.
  template <typename Ready>
  void fill(Addr line, std::uint8_t sectors, Ready&& ready);

  /// Sectors of a line that have been requested.
  std::uint8_t requested(Addr line) {
    const std::uint32_t entry = *locate(line);
    return entry == kNone ? 0 : entries_[entry].requested;
  }

  std::uint32_t used() const { return used_; }
  bool full() const { return entries_.full(); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Entry {
    Addr line = 0;
    std::uint8_t requested = 0, arrived = 0;
    std::uint32_t waiters = 0;
    std::uint32_t first = kNone, last = kNone;
  };
  struct Waiter {
    std::uint32_t who = 0;
    std::uint8_t sectors = 0;
    std::uint32_t next = kNone;
  };

  std::uint32_t bucket(Addr line) const {
    return static_cast<std::uint32_t>((line >> 5) * 0x9E3779B97F4A7C15u >> 40) & index_mask_;
  }
  std::uint32_t* locate(Addr line);
  void append(Entry& entry, std::uint32_t who, std::uint8_t sectors);
  void remove(std::uint32_t entry);

  std::uint32_t merges_;
  std::uint32_t used_ = 0;
  std::uint32_t index_mask_;
  SlotPool<Entry> entries_;
  SlotPool<Waiter> waiters_;
  std::vector<std::uint32_t> index_;  ///< hash table with open addressing: entry numbers by hashed
                                      ///< line address
};

template <typename Ready>
void Mshr::fill(Addr line, std::uint8_t sectors, Ready&& ready) {
  const std::uint32_t* const found = locate(line);
  if (*found == kNone) return;
  const std::uint32_t number = *found;
  Entry& entry = entries_[number];
  entry.arrived |= sectors;
  std::uint32_t* link = &entry.first;
  entry.last = kNone;
  while (*link != kNone) {
    const std::uint32_t id = *link;
    Waiter& waiter = waiters_[id];
    if ((waiter.sectors & ~entry.arrived) != 0) {
      entry.last = id;
      link = &waiter.next;
      continue;
    }
    *link = waiter.next;
    waiters_.give_back(id);
    --entry.waiters;
    ready(waiter.who);
  }
  if (entry.arrived == entry.requested) remove(number);
}

}  // namespace heddle::memory
