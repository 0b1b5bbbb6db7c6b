// The lines of one set-associative cache: their addresses, their present sectors, and the choice of
// the victim for a new line. The victim is the least recently used line, or the line that the
// cache's replacement policy names. The array holds no data, because values are in the functional
// memory.
//
// Sets may have 64 ways and more. To make searches fast, the array stores one hash byte for each
// address, eight of which are compared at once, and the age of each line, side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "heddle/base/set_index.hpp"
#include "heddle/base/types.hpp"
#include "heddle/memory/specs.hpp"
#include "heddle/policy/replacement/cache_replacement.hpp"

namespace heddle::memory {

class TagArray {
 public:
  static constexpr Addr kNoLine = ~Addr{0};

  /// An entry of the cache. It can hold one line.
  struct alignas(4) Line {
    std::uint8_t valid = 0;   ///< sectors present
    std::uint8_t dirty = 0;   ///< sectors with newer data than the next memory level
    std::uint8_t kernel = 0;  ///< kernel slot that brought the line
  };

  /// Without `replacement`, the least recently used line is evicted.
  explicit TagArray(const CacheSpec& spec,
                    std::unique_ptr<policy::CacheReplacement> replacement = nullptr);

  /// Returns the line at `address`, or null if the cache does not have it. `index` selects the set.
  /// Calls with the same address must have the same index.
  Line* find(Addr address, std::uint64_t index);
  /// Returns the entry for a new line of the set: an empty entry, or the entry of the line to
  /// evict. A line with pending sectors cannot be evicted. Returns null if every line has pending
  /// sectors.
  Line* victim(std::uint64_t index);
  /// Gives the entry to a new line at `address`. No sector of the line is present yet.
  void put(Line& line, Addr address, std::uint8_t kernel = 0);
  /// Empties the entry.
  void remove(Line& line);
  /// Notes that an access has found the line. Not called for the access that brings the line.
  void touch(Line& line) {
    const std::size_t at = place(line);
    ages_[at] = (ages_[at] & kNotAge) | ++uses_ << kWayBits;
    if (replacement_ != nullptr) [[unlikely]]
      replacement_->hit(set_at(at), way_at(at));
  }
  /// Whether the cache uses LRU. With LRU a second touch of the most recently used line changes
  /// nothing.
  bool is_lru() const { return replacement_ == nullptr; }
  /// In a replay: tells the policy the number of the next access that needs the line. kNeverNeeded:
  /// no access does.
  void needed_at(const Line& line, std::uint64_t access) {
    if (replacement_ == nullptr) return;
    const std::size_t at = place(line);
    replacement_->needed_at(set_at(at), way_at(at), access);
  }
  /// Returns the address of the line's first byte, or kNoLine if the entry is empty.
  Addr address(const Line& line) const { return addresses_[place(line)]; }
  /// The entries have the numbers 0 to entries() - 1.
  std::size_t entries() const { return lines_.size(); }
  std::uint32_t number(const Line& line) const { return static_cast<std::uint32_t>(place(line)); }
  Line& line(std::uint32_t number) { return lines_[number]; }
  const Line& line(std::uint32_t number) const { return lines_[number]; }
  // Sectors that have been requested and have not arrived. A line with pending sectors cannot be
  // evicted.
  std::uint8_t pending(const Line& line) const { return pending_[place(line)]; }
  void expect(Line& line, std::uint8_t sectors);
  void arrive(Line& line, std::uint8_t sectors);

  void clear();
  /// Removes all lines. The array has `sets` sets from now on, at most as many as at first.
  void resize(std::uint32_t sets);
  /// Removes the lines of a kernel slot. Calls gone(address) for each line with at least one sector
  /// present.
  template <typename Gone>
  void clear_of(std::uint8_t kernel, Gone&& gone) {
    if (!used_) return;
    for (Line& line : lines_) {
      const Addr line_address = address(line);
      if (line_address == kNoLine || line.kernel != kernel) continue;
      const bool had_sectors = line.valid != 0;
      remove(line);
      if (had_sectors) gone(line_address);
    }
  }
  /// Calls visit(line) for each entry that has a line.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const Line& line : lines_) {
      if (address(line) != kNoLine) visit(line);
    }
  }
  bool are_in_one_set(std::uint64_t index, std::uint64_t other) const {
    return set_of_(index) == set_of_(other);
  }

 private:
  // An age consists of three parts: a bit that says that the line must stay, the time of the line's
  // last use, and the line's way. The line with the smallest age in its set is the victim. In the
  // age of an empty entry only the way is set, so an empty entry is chosen first.
  static constexpr unsigned kWayBits = 20;
  static constexpr std::uint64_t kWay = (std::uint64_t{1} << kWayBits) - 1;
  static constexpr std::uint64_t kStays = std::uint64_t{1} << 62;
  static constexpr std::uint64_t kNotAge = kStays | kWay;
  static constexpr std::uint8_t kEmpty = 0x80;  ///< marks an empty entry; no address has this hash
  static constexpr std::uint32_t kAtOnce = 8;   ///< hashes compared at once

  /// A hash of seven bits.
  static std::uint8_t hash_of(Addr address) {
    return static_cast<std::uint8_t>(address * 0x9E3779B97F4A7C15 >> 57);
  }
  std::size_t place(const Line& line) const {
    return static_cast<std::size_t>(&line - lines_.data());
  }
  std::uint32_t set_at(std::size_t place) const {
    return static_cast<std::uint32_t>(place / stride_);
  }
  std::uint32_t way_at(std::size_t place) const {
    return static_cast<std::uint32_t>(place % stride_);
  }
  /// Returns an empty entry of the set, or, if there is none, the entry of the line that the policy
  /// names.
  Line* named_victim(std::size_t begin);
  /// Returns the index of the set's first entry.
  std::size_t first(std::uint64_t index) const { return std::size_t{set_of_(index)} * stride_; }

  SetIndex set_index_;
  SetOfLine set_of_;
  std::uint32_t ways_;
  std::uint32_t stride_;  ///< distance between the first entries of two sets: the ways, and unused
                          ///< entries
  std::uint64_t uses_ = 0;
  std::unique_ptr<policy::CacheReplacement> replacement_;  ///< null: LRU
  bool used_ = false;  ///< a line has been put since the last clear
  // Indexed by entry.
  std::vector<Line> lines_;
  std::vector<Addr> addresses_;
  std::vector<std::uint64_t> ages_;
  std::vector<std::uint8_t> hashes_, pending_;
  std::vector<std::uint32_t> may_go_;  ///< ways of a set from which the policy may choose the
                                       ///< victim
};

}  // namespace heddle::memory
