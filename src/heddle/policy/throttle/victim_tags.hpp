// A victim tag array. For each warp it keeps the tags of the lines that the warp lost last, in a
// small set-associative table with first-in, first-out replacement.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::policy {

class VictimTags {
 public:
  /// `entries` for each warp, in sets of `ways`. With fewer entries than ways there is one set.
  void start(unsigned warps, unsigned entries, unsigned ways, unsigned line_bytes);

  /// The warp lost the line. A present tag keeps its position.
  void insert(unsigned warp, Addr line);
  bool has(unsigned warp, Addr line) const;
  /// The line was stored to, so that no warp counts as having lost it.
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
