// The warp-wide instructions of a launch that executed without lanes which their member masks name.
// PTX leaves the result undefined; the user is warned of the instructions. SMs that run on
// different host threads may add notes at the same time.
#pragma once

#include <map>
#include <mutex>

#include "heddle/base/types.hpp"

namespace heddle::exec {

/// The lanes of an instruction, over all its executions.
struct MissedLanes {
  LaneMask named = 0;   ///< lanes of its member masks
  LaneMask missed = 0;  ///< those of them that did not come
};

class MeetingNotes {
 public:
  /// Notes that `missed`, of the lanes `named`, did not come to the instruction at `pc`.
  void add(Pc pc, LaneMask named, LaneMask missed) {
    const std::scoped_lock lock(mutex_);
    MissedLanes& lanes = missed_[pc];
    lanes.named |= named;
    lanes.missed |= missed;
  }
  /// Returns the instructions that executed without lanes, by pc.
  std::map<Pc, MissedLanes> missed() const {
    const std::scoped_lock lock(mutex_);
    return missed_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<Pc, MissedLanes> missed_;
};

}  // namespace heddle::exec
