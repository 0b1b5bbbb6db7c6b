// A data cache without time: each miss is filled at once. It knows which lines it has; whom it
// gives up is the least recently used, or the one that is needed last (Belady, "A Study of
// Replacement Algorithms for a Virtual-Storage Computer", 1966), or nobody. It always makes room,
// as the L1s of the machines do, and treats stores and atomics as they do.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "heddle/replay/cache_shape.hpp"
#include "heddle/replay/record.hpp"

namespace heddle::replay {

enum class Replacement : std::uint8_t { lru, belady, unbounded };

/// When a line is needed next, as the place of that access in the stream.
inline constexpr std::uint32_t kNeverAgain = 0xFFFF'FFFF;

class Cache {
 public:
  struct Result {
    bool hit = false;          ///< a load found all its sectors
    std::uint8_t brought = 0;  ///< sectors that are there since this access
  };

  Cache(const CacheShape& shape, Replacement replacement);

  /// `next_use`: of the access's line, after this access; for Belady alone.
  Result access(const Access& access, std::uint32_t next_use = kNeverAgain);
  /// Nothing is left in it.
  void flush();
  /// Of all lines nothing is known of when they are needed: places in the stream start anew.
  void forget_next_uses();

 private:
  static constexpr std::uint64_t kNoLine = ~std::uint64_t{0};
  struct Line {
    std::uint64_t number = kNoLine;
    std::uint64_t last_use = 0;
    std::uint32_t next_use = kNeverAgain;
    std::uint8_t valid = 0;  ///< sectors
  };

  /// The first line of the set.
  Line* set(std::uint64_t number);
  Line* find(std::uint64_t number);
  Line& make_room(std::uint64_t number);
  void touch(Line& line, std::uint32_t next_use);
  Result load(const Access& access, std::uint32_t next_use);
  Result store(const Access& access, std::uint32_t next_use);

  CacheShape shape_;
  SetOfLine set_of_;
  Replacement replacement_;
  std::uint8_t whole_line_;  ///< its sectors, if a miss brings all; else 0
  std::uint64_t uses_ = 0;
  std::vector<Line> lines_;  ///< by set; of an unbounded one none
  std::unordered_map<std::uint64_t, Line> unbounded_;
};

/// Whether an access makes room for its line, and therefore needs it.
bool makes_room(const Access& access, const CacheShape& shape);
/// Whether it takes the data of its line away.
bool takes_away(const Access& access, const CacheShape& shape);

}  // namespace heddle::replay
