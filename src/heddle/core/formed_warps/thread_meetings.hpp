// Threads under dynamic warp formation that have come to a warp-wide instruction with a member
// mask. They wait for the other lanes of their warp that the mask names.
#pragma once

#include <vector>

#include "heddle/core/state/contexts.hpp"
#include "heddle/exec/paths/warp_pool.hpp"

namespace heddle::core {

class ThreadMeetings {
 public:
  explicit ThreadMeetings(const Contexts& contexts)
      : contexts_(contexts), waiting_(contexts.warps.size()) {}

  void come(const exec::PlacedThreads& threads);
  /// Removes and returns the groups of the context's warp whose named lanes have all come. The
  /// lanes of a group execute the instruction together.
  std::vector<exec::PlacedThreads> take(unsigned context);
  /// The waiting threads of the context's warp.
  const std::vector<exec::PlacedThreads>& waiting(unsigned context) const {
    return waiting_[context];
  }

 private:
  LaneMask named_by(unsigned lane, const exec::PlacedThreads& threads) const;

  const Contexts& contexts_;
  std::vector<std::vector<exec::PlacedThreads>> waiting_;  ///< by context; an entry for each place
};

}  // namespace heddle::core
