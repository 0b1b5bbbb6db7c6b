// The lines of one set-associative cache: which are present, in which sectors, and who was used
// last. It holds no data: values live in the functional memory.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/set_index.hpp"
#include "heddle/base/types.hpp"
#include "heddle/memory/specs.hpp"

namespace heddle::memory {

class TagArray {
 public:
  static constexpr Addr kNoLine = ~Addr{0};

  struct Line {
    Addr address = kNoLine;  ///< of the first byte
    std::uint64_t last_use = 0;
    std::uint8_t valid = 0;    ///< sectors present
    std::uint8_t pending = 0;  ///< sectors on their way: the line must stay
    std::uint8_t dirty = 0;    ///< sectors newer than the level below
    std::uint8_t kernel = 0;   ///< kernel slot that brought it
  };

  explicit TagArray(const CacheSpec& spec);

  /// The line at `address`, or null. `index` selects the set; addresses of one cache must map to
  /// one index.
  Line* find(Addr address, std::uint64_t index);
  /// The least recently used line of the set that has nothing pending, or null if every line does.
  Line* victim(std::uint64_t index);
  void touch(Line& line) { line.last_use = ++uses_; }
  void clear();
  /// Clears the lines of a kernel slot, and calls gone(address) for each that had sectors.
  template <typename Gone>
  void clear_of(std::uint8_t kernel, Gone&& gone) {
    if (!used_) return;
    for (Line& line : lines_) {
      if (line.address == kNoLine || line.kernel != kernel) continue;
      const bool had_sectors = line.valid != 0;
      const Addr address = line.address;
      line = {};
      if (had_sectors) gone(address);
    }
  }
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const Line& line : lines_) {
      if (line.address != kNoLine) visit(line);
    }
  }
  bool are_in_one_set(std::uint64_t index, std::uint64_t other) const {
    return set_of_(index) == set_of_(other);
  }

 private:
  Line* set(std::uint64_t index) { return &lines_[std::size_t{set_of_(index)} * ways_]; }

  SetOfLine set_of_;
  std::uint32_t ways_;
  std::uint64_t uses_ = 0;
  bool used_ = false;  ///< since it was cleared
  std::vector<Line> lines_;
};

}  // namespace heddle::memory
