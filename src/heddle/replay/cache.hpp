// A data cache without timing: each miss is filled at once. The cache uses the machine's tag array
// (memory::TagArray) with any replacement policy, including Belady's, or it never evicts. No line
// is ever pending, so a miss always gets a line. Stores and atomics have the same effects as in the
// L1s of the timing model.
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
    bool hit = false;              ///< the access is a load, and all its sectors were in the cache
    std::uint8_t new_sectors = 0;  ///< number of sectors that the access brought into the cache
  };

  /// `replacement` chooses the line to evict. If it is null, the least recently used line is
  /// evicted.
  Cache(const CacheShape& shape, std::unique_ptr<policy::CacheReplacement> replacement);
  /// A cache that never evicts.
  static Cache unbounded(const CacheShape& shape) { return Cache(shape); }

  /// `next_use`: index, in the stream of accesses, of the next access that uses the line. Only
  /// Belady's replacement uses this index.
  Result access(const Access& access, std::uint64_t next_use = kNeverNeeded);
  /// Empties the cache.
  void flush();
  /// Forgets the next uses of all lines. Called before a new stream, whose indices start again at
  /// 0.
  void forget_next_uses();

 private:
  using Line = memory::TagArray::Line;

  explicit Cache(const CacheShape& shape);
  Line* find(std::uint64_t number);
  /// Notes that an access uses line `number`, and returns the line. `found`: the line in the cache.
  /// If it is null, the access brings the line now.
  Line& use(Line* found, std::uint64_t number, std::uint64_t next_use);
  void remove(Line& line, std::uint64_t number);
  Result load(const Access& access, std::uint64_t next_use);
  Result store(const Access& access, std::uint64_t next_use);

  CacheShape shape_;
  std::uint8_t whole_line_;  ///< mask of all sectors of a line, if a miss brings the whole line; 0
                             ///< if lines are sectored
  std::optional<memory::TagArray> tags_;  ///< tags of the cache; nothing: the cache never evicts
  std::unordered_map<std::uint64_t, Line> unbounded_;
};

/// Returns whether the access allocates its line if the line is not in the cache. Such an access
/// counts as a use of the line.
bool makes_room(const Access& access, const CacheShape& shape);
/// Returns whether the access invalidates its line.
bool takes_away(const Access& access, const CacheShape& shape);

}  // namespace heddle::replay
