// How DAWS learns without a profile (Rogers' dissertation, chapter 4). In each loop one warp is
// watched until it leaves: the first warp that enters with enough lanes. The table of loads records
// what its loads find in the L1, how many lines they touch, and which loads share lines. If warps
// issue in parts, a whole warp is watched: a load that several parts issue together is one load.
#pragma once

#include <vector>

#include "heddle/model/sm_events.hpp"
#include "heddle/policy/throttle/daws/detection.hpp"
#include "heddle/policy/throttle/daws/loop_loads.hpp"
#include "heddle/policy/throttle/daws/repetition.hpp"
#include "heddle/policy/throttle/lost_locality.hpp"

namespace heddle::policy {

class LoopSampler {
 public:
  void start(const isa::Annotations& program, LoopLoads& loads, unsigned line_bytes,
             const DetectionSpec& spec = {}, model::EntityNames names = model::EntityNames(1));

  /// The entity issues the loop's first instruction. `lanes`: lanes of the warp that issue the
  /// instruction in this cycle. `enters`: the entity was not in the loop before.
  void trip(std::uint32_t loop, unsigned entity, unsigned lanes, bool enters);
  /// No part of the warp is in the loop any longer.
  void left(std::uint32_t loop, unsigned warp);
  /// A line access of a load, with its finding.
  void accessed(const model::L1Access& access, LostLocality::Finding finding);

 private:
  static constexpr unsigned kNobody = ~0u;
  struct Loop {
    unsigned watched = kNobody;  ///< watched warp
    bool has_place = false;      ///< has a place among the loops that can be watched
  };

  /// Whether the loop has a place in the table. Gives it a free place if possible.
  bool takes_place(Loop& loop);

  DetectionSpec spec_;
  const isa::Annotations* program_ = nullptr;
  LoopLoads* loads_ = nullptr;
  RepetitionDetector repetition_;
  model::EntityNames names_{1};
  std::vector<Loop> loops_;
  /// By pc: the watched warp's current load at pc has found or lost data of its own warp.
  std::vector<bool> found_;
  unsigned places_ = 0;  ///< taken places of loops that can be watched
};

}  // namespace heddle::policy
