// A victim tag array: for each warp the lines that it lost from the L1 last, as tags in a
// small set-associative table of its own with first-in, first-out replacement.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::policy {

class VictimTags {
 public:
  /// `entries` a warp, in sets of `ways`; with fewer entries than ways one set has them all.
  void start(unsigned warps, unsigned entries, unsigned ways, unsigned line_bytes);

  /// The warp lost the line. A tag that is there stays where it is.
  void insert(unsigned warp, Addr line);
  bool has(unsigned warp, Addr line) const;
  /// The line was stored to: no warp lost it any more.
  void remove(Addr line);
  void clear();
  void clear(unsigned warp);

 private:
  static constexpr Addr kNone = ~Addr{0};
  Addr* set_of(unsigned warp, Addr line);
  const Addr* set_of(unsigned warp, Addr line) const;

  unsigned warps_ = 0, sets_ = 1, ways_ = 1, line_bytes_ = 1;
  std::vector<Addr> tags_;  ///< by warp, set, age: the youngest first
};

}  // namespace heddle::policy
