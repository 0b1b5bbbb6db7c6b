// A victim tag array. For each warp, the array has a small set-associative table with the tags of
// the lines that the warp lost last. Replacement is first in, first out.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::policy {

class VictimTags {
 public:
  /// Makes an empty table of `entries` tags for each warp, in sets of `ways` tags. If there are
  /// fewer entries than ways, all entries are one set.
  void start(unsigned warps, unsigned entries, unsigned ways, unsigned line_bytes);

  /// Adds the tag of a line that the warp has lost. A tag that is in the table already keeps its
  /// position.
  void insert(unsigned warp, Addr line);
  bool has(unsigned warp, Addr line) const;
  /// Removes the line's tag from all warps, since a store has changed the line.
  void remove(Addr line);
  void clear();
  void clear(unsigned warp);

 private:
  static constexpr Addr kNone = ~Addr{0};
  Addr* set_of(unsigned warp, Addr line);
  const Addr* set_of(unsigned warp, Addr line) const;

  unsigned warps_ = 0, sets_ = 1, ways_ = 1, line_bytes_ = 1;
  std::vector<Addr> tags_;  ///< by warp, set and age, youngest first
};

}  // namespace heddle::policy
