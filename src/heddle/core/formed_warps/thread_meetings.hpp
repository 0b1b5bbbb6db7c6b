// Threads under dynamic warp formation that have come to a warp-wide instruction with a member
// mask, and wait for the other lanes of their warp that the mask names.
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
  /// Takes the groups of the warp in the context all of whose named lanes have come, or have ended.
  /// Each executes the instruction together.
  std::vector<exec::PlacedThreads> take(unsigned context);
  /// Those of the warp in the context that wait.
  const std::vector<exec::PlacedThreads>& waiting(unsigned context) const {
    return waiting_[context];
  }

 private:
  LaneMask named_by(unsigned lane, const exec::PlacedThreads& threads) const;

  const Contexts& contexts_;
  std::vector<std::vector<exec::PlacedThreads>> waiting_;  ///< by context: by place
};

}  // namespace heddle::core
