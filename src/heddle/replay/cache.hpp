// A data cache without time: each miss is filled at once. It evicts the least recently used line,
// or the line that is needed last (Belady, "A Study of Replacement Algorithms for a Virtual-Storage
// Computer", 1966), or never evicts. A miss always finds room, and stores and atomics have the
// effects that they have in the L1s of the timing model.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "heddle/replay/cache_shape.hpp"
#include "heddle/replay/record.hpp"

namespace heddle::replay {

enum class Replacement : std::uint8_t { lru, belady, unbounded };

/// Stands for the next use of a line that is never needed again. A next use is an index into the
/// stream of accesses.
inline constexpr std::uint32_t kNeverAgain = 0xFFFF'FFFF;

class Cache {
 public:
  struct Result {
    bool hit = false;          ///< all sectors of a load were in the cache
    std::uint8_t brought = 0;  ///< sectors that the access brought into the cache
  };

  Cache(const CacheShape& shape, Replacement replacement);

  /// `next_use`: next use of the line after this access; only Belady's replacement reads this.
  Result access(const Access& access, std::uint32_t next_use = kNeverAgain);
  /// Empties the cache.
  void flush();
  /// Forgets the next uses of all lines, for a stream whose indices start again at 0.
  void forget_next_uses();

 private:
  static constexpr std::uint64_t kNoLine = ~std::uint64_t{0};
  struct Line {
    std::uint64_t number = kNoLine;
    std::uint64_t last_use = 0;
    std::uint32_t next_use = kNeverAgain;
    std::uint8_t valid = 0;  ///< mask of valid sectors
  };

  /// The first way of the set of the line `number`.
  Line* set(std::uint64_t number);
  Line* find(std::uint64_t number);
  Line& make_room(std::uint64_t number);
  void touch(Line& line, std::uint32_t next_use);
  Result load(const Access& access, std::uint32_t next_use);
  Result store(const Access& access, std::uint32_t next_use);

  CacheShape shape_;
  SetOfLine set_of_;
  Replacement replacement_;
  std::uint8_t whole_line_;  ///< all sectors of a line, if a miss brings the whole line; else 0
  std::uint64_t uses_ = 0;
  std::vector<Line> lines_;  ///< by set; empty if the cache is unbounded
  std::unordered_map<std::uint64_t, Line> unbounded_;
};

/// Whether the access makes room for its line when the line is missing, and so uses the line.
bool makes_room(const Access& access, const CacheShape& shape);
/// Whether the access invalidates its line.
bool takes_away(const Access& access, const CacheShape& shape);

}  // namespace heddle::replay
