// The lost-locality scores of CCWS. Each warp has a score of at least `base`; what is above it
// melts by `decay` a cycle (the dissertation: one). The scores are stacked, the highest first; a
// warp may load if those before it stay below the cutoff, `base` times the number of warps: so with
// equal scores all may.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::policy {

/// Whether a warp whose own score passes the cutoff may load (`start`) or not (`end`); the first
/// may in any case, else nobody could.
enum class CutoffRule : std::uint8_t { start, end };

class LocalityScores {
 public:
  void start(unsigned warps, std::uint64_t base, CutoffRule rule, std::uint64_t decay = 1);

  void launched(unsigned warp);
  void exited(unsigned warp);
  /// The score is this now, but not less than the base.
  void raise(unsigned warp, std::uint64_t score, Cycle now);
  /// No score is above this now, but none below the base.
  void lower_to(std::uint64_t score, Cycle now);

  std::uint64_t score(unsigned warp, Cycle now) const;
  std::uint64_t cutoff() const { return base_ * active_; }
  unsigned active() const { return active_; }

  struct Stack {
    std::vector<unsigned> may_load;  ///< warps
    Cycle valid_until = kNever;      ///< as long as no score is raised and no warp comes or goes
  };
  const Stack& stack(Cycle now);

 private:
  struct Entry {
    bool active = false;
    std::uint64_t raised = 0;  ///< the score at `since`
    Cycle since = 0;
  };

  std::uint64_t base_ = 100, decay_ = 1;
  CutoffRule rule_ = CutoffRule::start;
  unsigned active_ = 0;
  std::vector<Entry> entries_;  ///< by warp
  std::vector<unsigned> order_;
  Stack stack_;
};

}  // namespace heddle::policy
