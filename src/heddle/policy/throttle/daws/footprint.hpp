// The lines of the L1 that a warp, or a gang of parts of a warp, will need in an iteration of a
// loop (Rogers' dissertation, section 4.2.1). A diverged load needs a line for each lane. A
// converged load needs a few lines. Loads that touch the same lines count once.
#pragma once

#include <algorithm>

namespace heddle::policy {

/// The numbers of diverged and of converged groups among a loop's loads. The loads of a group touch
/// the same lines.
struct LoadGroups {
  unsigned diverged = 0, converged = 0;
  bool any() const { return diverged + converged != 0; }
};

class Footprint {
 public:
  /// Adds lanes of one part of the warp, in a loop with these groups of loads.
  void add(const LoadGroups& groups, unsigned lanes) {
    if (!groups.any()) return;
    diverged_lines_ += groups.diverged * lanes;
    converged_ = std::max(converged_, groups.converged);
    lanes_ += lanes;
  }
  /// Returns the number of lines. `converged_lines`: maximum number of lines of a converged load.
  unsigned lines(unsigned converged_lines) const {
    return diverged_lines_ + converged_ * std::min(lanes_, converged_lines);
  }

 private:
  unsigned diverged_lines_ = 0;
  unsigned converged_ = 0;  ///< number of converged groups
  unsigned lanes_ = 0;
};

}  // namespace heddle::policy
