// The lost-locality scores of CCWS. Each warp has a score of at least `base`. The part above the
// base decays by `decay` points each cycle (one point in the dissertation). The scores are stacked,
// highest first. A warp may load if the scores before it sum to less than the cutoff, which is
// `base` times the number of warps. So with equal scores all warps may load.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::policy {

/// Whether a warp whose own score crosses the cutoff may load: `start` allows it, `end` does not.
/// The first warp may always load, since otherwise no warp could.
enum class CutoffRule : std::uint8_t { start, end };

class LocalityScores {
 public:
  void start(unsigned warps, std::uint64_t base, CutoffRule rule, std::uint64_t decay = 1);

  void launched(unsigned warp);
  void exited(unsigned warp);
  /// Sets the warp's score in cycle `now` to `score`, or to the base if the base is higher.
  void raise(unsigned warp, std::uint64_t score, Cycle now);
  /// Lowers the scores that are higher than `score` in cycle `now` to `score`, but not below the
  /// base.
  void lower_to(std::uint64_t score, Cycle now);

  std::uint64_t score(unsigned warp, Cycle now) const;
  std::uint64_t cutoff() const { return base_ * active_; }
  unsigned active() const { return active_; }

  struct Stack {
    std::vector<unsigned> may_load;  ///< warps that may load
    Cycle valid_until = kNever;  ///< cycle until which `may_load` is valid, if no score is raised
                                 ///< and no warp is launched or ends
  };
  const Stack& stack(Cycle now);

 private:
  struct Entry {
    bool active = false;
    std::uint64_t raised = 0;  ///< score in cycle `since`, from which on it decays
    Cycle since = 0;
  };

  std::uint64_t base_ = 100, decay_ = 1;
  CutoffRule rule_ = CutoffRule::start;
  unsigned active_ = 0;
  std::vector<Entry> entries_;  ///< indexed by warp
  std::vector<unsigned> order_;
  Stack stack_;
};

}  // namespace heddle::policy
