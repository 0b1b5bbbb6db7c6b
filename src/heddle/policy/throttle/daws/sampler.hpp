// How DAWS learns without a profile (Rogers' dissertation, chapter 4): in each loop one warp is
// watched, the first that enters with at least two lanes (sampling_lanes), until it leaves. What
// its loads find in the L1, to how many lines they go and which of them share lines goes into the
// table of loads.
#pragma once

#include <vector>

#include "heddle/model/sm_events.hpp"
#include "heddle/policy/throttle/daws/loop_loads.hpp"
#include "heddle/policy/throttle/daws/repetition.hpp"
#include "heddle/policy/throttle/lost_locality.hpp"

namespace heddle::policy {

class LoopSampler {
 public:
  /// Watches warps that enter with that many lanes at least.
  void start(const isa::Annotations& program, LoopLoads& loads, unsigned line_bytes,
             unsigned least_lanes = 2);

  /// The entity issues the loop's first instruction; `enters`: it was not in the loop.
  void trip(std::uint32_t loop, unsigned entity, unsigned lanes, bool enters);
  void left(std::uint32_t loop, unsigned entity);
  /// A line access of a load, and what it found.
  void accessed(const model::L1Access& access, LostLocality::Finding finding);

 private:
  static constexpr unsigned kNobody = ~0u;
  struct Loop {
    unsigned watched = kNobody;  ///< entity
    bool found = false;          ///< an access of its present load found data of its own
  };

  unsigned least_lanes_ = 2;
  const isa::Annotations* program_ = nullptr;
  LoopLoads* loads_ = nullptr;
  RepetitionDetector repetition_;
  std::vector<Loop> loops_;
};

}  // namespace heddle::policy
