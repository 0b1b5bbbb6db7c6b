// Threads under dynamic warp formation that have come to a warp-wide instruction with a member mask,
// and wait for the other lanes of their warp that the mask names.
#pragma once

#include <vector>

#include "heddle/core/contexts.hpp"
#include "heddle/exec/warp_pool.hpp"

namespace heddle::core {

class ThreadMeetings {
 public:
  explicit ThreadMeetings(const Contexts& contexts)
      : contexts_(contexts), waiting_(contexts.warps.size()) {}

  /// Lanes of a warp have come to the place.
  void come(const exec::PoolPlace& place, const exec::GroupMember& member);
  /// The lanes of a group that has met, at `place`.
  struct Meeting {
    exec::PoolPlace place;
    exec::GroupMember member;
  };
  /// Takes the groups of the warp in the context all of whose named lanes have come, or have ended.
  std::vector<Meeting> take(unsigned context);
  bool is_waiting(unsigned context) const { return !waiting_[context].empty(); }
  /// Lanes of the warp in the context that wait.
  LaneMask waiting(unsigned context) const;

 private:
  LaneMask named_by(const exec::Warp& warp, const exec::PoolPlace& place, unsigned lane) const;

  const Contexts& contexts_;
  std::vector<std::vector<Meeting>> waiting_;  ///< by context: by place
};

}  // namespace heddle::core
