// How many lines of the L1 a warp, or a gang of parts of one, will want in a trip through a loop
// (Rogers' dissertation, section 4.2.1): a line for each lane of a load that diverges, a few for a
// load that does not, and loads that touch the same lines count once.
#pragma once

#include <algorithm>

namespace heddle::policy {

/// Groups of a loop's loads; the loads of a group touch the same lines.
struct LoadGroups {
  unsigned diverged = 0, converged = 0;
  bool any() const { return diverged + converged != 0; }
};

class Footprint {
 public:
  /// The lanes of one part of the warp, in a loop whose loads form these groups.
  void add(const LoadGroups& groups, unsigned lanes) {
    if (!groups.any()) return;
    diverged_lines_ += groups.diverged * lanes;
    converged_ = std::max(converged_, groups.converged);
    lanes_ += lanes;
  }
  /// `converged_lines`: most of a load that does not diverge.
  unsigned lines(unsigned converged_lines) const {
    return diverged_lines_ + converged_ * std::min(lanes_, converged_lines);
  }

 private:
  unsigned diverged_lines_ = 0;
  unsigned converged_ = 0;  ///< groups
  unsigned lanes_ = 0;
};

}  // namespace heddle::policy
