// A data cache without time: each miss is filled at once. It is the machine's cache
// (memory::TagArray) with any replacement there is, Belady's among them, or one that gives nobody
// up. It always makes room, as the L1s of the machines do, and treats stores and atomics as they
// do.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>

#include "heddle/memory/tag_array.hpp"
#include "heddle/policy/replacement/cache_replacement.hpp"
#include "heddle/replay/cache_shape.hpp"
#include "heddle/replay/record.hpp"

namespace heddle::replay {

class Cache {
 public:
  static constexpr std::uint64_t kNeverNeeded = policy::Replacement::kNeverNeeded;

  struct Result {
    bool hit = false;          ///< a load found all its sectors
    std::uint8_t brought = 0;  ///< sectors that are there since this access
  };

  /// `replacement`: which line goes; null: the least recently used one.
  Cache(const CacheShape& shape, std::unique_ptr<policy::CacheReplacement> replacement);
  /// A cache that gives no line up.
  static Cache unbounded(const CacheShape& shape) { return Cache(shape); }

  /// `next_use`: when the access's line is needed after this access, for a replacement that needs
  /// to know.
  Result access(const Access& access, std::uint64_t next_use = kNeverNeeded);
  /// Nothing is left in it.
  void flush();
  /// Of all lines nothing is known of when they are needed: places in the stream start anew.
  void forget_next_uses();

 private:
  using Line = memory::TagArray::Line;

  explicit Cache(const CacheShape& shape);
  Line* find(std::uint64_t number);
  /// The access needs the line, which it has found, or brings now.
  Line& use(Line* found, std::uint64_t number, std::uint64_t next_use);
  void remove(Line& line, std::uint64_t number);
  Result load(const Access& access, std::uint64_t next_use);
  Result store(const Access& access, std::uint64_t next_use);

  CacheShape shape_;
  std::uint8_t whole_line_;               ///< its sectors, if a miss brings all; else 0
  std::optional<memory::TagArray> tags_;  ///< of an unbounded one none
  std::unordered_map<std::uint64_t, Line> unbounded_;
};

/// Whether an access makes room for its line, and therefore needs it.
bool makes_room(const Access& access, const CacheShape& shape);
/// Whether it takes the data of its line away.
bool takes_away(const Access& access, const CacheShape& shape);

}  // namespace heddle::replay
