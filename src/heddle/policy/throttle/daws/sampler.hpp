// How DAWS learns without a profile (Rogers' dissertation, chapter 4): in each loop one warp is
// watched, the first that enters with lanes enough, until it leaves. What its loads find in the
// L1, to how many lines they go and which of them share lines goes into the table of loads. Where
// warps issue in parts, a warp is watched as a whole: a load of several parts that issue together
// is one load.
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

  /// The entity issues the loop's first instruction. `lanes`: with those of its warp that have
  /// issued it in the same cycle; `enters`: the entity was not in the loop.
  void trip(std::uint32_t loop, unsigned entity, unsigned lanes, bool enters);
  /// No part of the warp is in the loop any more.
  void left(std::uint32_t loop, unsigned warp);
  /// A line access of a load, and what it found.
  void accessed(const model::L1Access& access, LostLocality::Finding finding);

 private:
  static constexpr unsigned kNobody = ~0u;
  struct Loop {
    unsigned watched = kNobody;  ///< warp
    bool has_place = false;      ///< among the loops that can be watched
  };

  /// Whether the loop has one of the places in the table, which it keeps.
  bool takes_place(Loop& loop);

  DetectionSpec spec_;
  const isa::Annotations* program_ = nullptr;
  LoopLoads* loads_ = nullptr;
  RepetitionDetector repetition_;
  model::EntityNames names_{1};
  std::vector<Loop> loops_;
  /// By pc: an access of the watched warp's present load there found data of its own.
  std::vector<bool> found_;
  unsigned places_ = 0;  ///< of loops that can be watched, taken
};

}  // namespace heddle::policy
