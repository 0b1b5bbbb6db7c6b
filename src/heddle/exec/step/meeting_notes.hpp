// The warp-wide instructions of a launch that executed without lanes which their member masks name.
// PTX leaves the result undefined; the user is warned of the instructions. SMs that run on
// different host threads may add notes at the same time.
#pragma once

#include <map>
#include <mutex>

#include "heddle/base/types.hpp"

namespace heddle::exec {

class MeetingNotes {
 public:
  /// Notes that `lanes` did not come to the instruction at `pc`.
  void add(Pc pc, LaneMask lanes) {
    const std::scoped_lock lock(mutex_);
    missed_[pc] |= lanes;
  }
  /// Returns the lanes that did not come, by the instruction's pc.
  std::map<Pc, LaneMask> missed() const {
    const std::scoped_lock lock(mutex_);
    return missed_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<Pc, LaneMask> missed_;
};

}  // namespace heddle::exec
