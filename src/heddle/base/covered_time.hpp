// Stretches of time, together: how long they are where what they have in common counts once.
#pragma once

#include <algorithm>
#include <map>

#include "heddle/base/types.hpp"

namespace heddle {

class CoveredTime {
 public:
  /// Adds the cycles from `begin` up to, not including, `end`; returns how many of them were not
  /// covered before.
  Cycle add(Cycle begin, Cycle end) {
    if (begin >= end) return 0;
    Cycle own = end - begin, first = begin, last = end;
    auto next = stretches_.upper_bound(begin);
    if (next != stretches_.begin() && std::prev(next)->second >= begin) --next;
    while (next != stretches_.end() && next->first <= end) {
      own -= std::min(next->second, end) - std::max(next->first, begin);
      first = std::min(first, next->first);
      last = std::max(last, next->second);
      next = stretches_.erase(next);
    }
    stretches_.emplace(first, last);
    return own;
  }
  void clear() { stretches_.clear(); }

 private:
  std::map<Cycle, Cycle> stretches_;  ///< end by begin; none touch
};

}  // namespace heddle
