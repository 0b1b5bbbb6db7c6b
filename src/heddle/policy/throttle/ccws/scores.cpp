#include "heddle/policy/throttle/ccws/scores.hpp"

#include <algorithm>

namespace heddle::policy {

namespace {

/// Returns the cycles until `points` have decayed, at `points_a_cycle` points per cycle.
Cycle cycles_to_melt(std::uint64_t points, std::uint64_t points_a_cycle) {
  return (points + points_a_cycle - 1) / points_a_cycle;
}

}  // namespace

void LocalityScores::start(unsigned warps, std::uint64_t base, CutoffRule rule,
                           std::uint64_t decay) {
  base_ = base;
  decay_ = decay;
  rule_ = rule;
  active_ = 0;
  entries_.assign(warps, {});
}

void LocalityScores::launched(unsigned warp) {
  entries_[warp] = {.active = true};
  ++active_;
}

void LocalityScores::exited(unsigned warp) {
  entries_[warp].active = false;
  --active_;
}

void LocalityScores::raise(unsigned warp, std::uint64_t score, Cycle now) {
  entries_[warp].raised = score;
  entries_[warp].since = now;
}

void LocalityScores::lower_to(std::uint64_t most, Cycle now) {
  for (unsigned warp = 0; warp < entries_.size(); ++warp)
    if (score(warp, now) > most) raise(warp, most, now);
}

std::uint64_t LocalityScores::score(unsigned warp, Cycle now) const {
  const Entry& entry = entries_[warp];
  const std::uint64_t melted = (now - entry.since) * decay_;
  return entry.raised > melted + base_ ? entry.raised - melted : base_;
}

const LocalityScores::Stack& LocalityScores::stack(Cycle now) {
  order_.clear();
  for (unsigned warp = 0; warp < entries_.size(); ++warp)
    if (entries_[warp].active) order_.push_back(warp);
  std::ranges::stable_sort(order_, std::greater{}, [&](unsigned warp) { return score(warp, now); });
  stack_.may_load.clear();
  stack_.valid_until = kNever;
  std::uint64_t below = 0;    // sum of the scores of the warps before this one
  std::uint64_t melting = 0;  // number of scores in that sum that still decay
  for (const unsigned warp : order_) {
    const std::uint64_t own = score(warp, now);
    const std::uint64_t top = below + (rule_ == CutoffRule::end ? own : 1);
    melting += rule_ == CutoffRule::end && own > base_ ? 1 : 0;
    if (top <= cutoff() || stack_.may_load.empty()) {
      stack_.may_load.push_back(warp);
    } else if (melting != 0) {
      // The warp lies over the cutoff. It may load at the earliest when the stacked scores have
      // decayed by the amount over the cutoff.
      const Cycle passes = now + cycles_to_melt(top - cutoff(), melting * decay_);
      stack_.valid_until = std::min(stack_.valid_until, passes);
    }
    melting += rule_ == CutoffRule::start && own > base_ ? 1 : 0;
    below += own;
    // When this score has decayed to the base, other warps with the base score and a lower number
    // come before this warp.
    if (own > base_) {
      const Cycle at_base = now + cycles_to_melt(own - base_, decay_);
      stack_.valid_until = std::min(stack_.valid_until, at_base);
    }
  }
  if (stack_.may_load.size() == order_.size()) stack_.valid_until = kNever;
  return stack_;
}

}  // namespace heddle::policy
