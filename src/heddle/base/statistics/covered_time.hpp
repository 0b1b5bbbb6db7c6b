// The length of a union of time intervals. Where intervals overlap, each cycle counts once.
#pragma once

#include <algorithm>
#include <map>

#include "heddle/base/types.hpp"

namespace heddle {

class CoveredTime {
 public:
  /// Adds the interval [begin, end). Returns the number of its cycles that no interval added before
  /// contains.
  Cycle add(Cycle begin, Cycle end) {
    if (begin >= end) return 0;
    Cycle own = end - begin, first = begin, last = end;
    auto next = intervals_.upper_bound(begin);
    if (next != intervals_.begin() && std::prev(next)->second >= begin) --next;
    while (next != intervals_.end() && next->first <= end) {
      own -= std::min(next->second, end) - std::max(next->first, begin);
      first = std::min(first, next->first);
      last = std::max(last, next->second);
      next = intervals_.erase(next);
    }
    intervals_.emplace(first, last);
    return own;
  }
  /// Returns the number of cycles of [begin, end) that no added interval contains.
  Cycle uncovered(Cycle begin, Cycle end) const {
    if (begin >= end) return 0;
    Cycle own = end - begin;
    auto next = intervals_.upper_bound(begin);
    if (next != intervals_.begin()) --next;
    for (; next != intervals_.end() && next->first < end; ++next) {
      const Cycle first = std::max(next->first, begin), last = std::min(next->second, end);
      if (first < last) own -= last - first;
    }
    return own;
  }
  void clear() { intervals_.clear(); }

 private:
  std::map<Cycle, Cycle> intervals_;  ///< from the begin of an interval to its end; intervals are
                                      ///< disjoint, with gaps between them
};

}  // namespace heddle
