// How DAWS learns without a profile (Rogers' dissertation, chapter 4). In each loop, the first warp
// that enters with enough lanes is watched until it leaves the loop. The table of loads records
// what the loads of this warp find in the L1, how many lines they touch, and which loads share
// lines. If warps issue in parts, a whole warp is watched, and a load that several parts issue
// together is one load.
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

  /// Notes that the entity issues the loop's first instruction. `lanes`: lanes of the warp that
  /// issue the instruction in this cycle. `enters`: the entity was not in the loop before.
  void trip(std::uint32_t loop, unsigned entity, unsigned lanes, bool enters);
  /// Notes that no part of the warp is in the loop any longer.
  void left(std::uint32_t loop, unsigned warp);
  /// Notes a line access of a load, and whether it found or lost data of its own warp.
  void accessed(const model::L1Access& access, LostLocality::Finding finding);

 private:
  static constexpr unsigned kNobody = ~0u;
  struct Loop {
    unsigned watched = kNobody;  ///< number of the watched warp
    bool has_place = false;      ///< the loop has an entry in the table of watched loops
  };

  /// Returns whether the loop has an entry in the table of watched loops. Gives it a free entry if
  /// it has none.
  bool takes_place(Loop& loop);

  DetectionSpec spec_;
  const isa::Annotations* program_ = nullptr;
  LoopLoads* loads_ = nullptr;
  RepetitionDetector repetition_;
  model::EntityNames names_{1};
  std::vector<Loop> loops_;
  /// Indexed by pc: whether the load that the watched warp now executes at this pc has found or
  /// lost data of its own warp.
  std::vector<bool> found_;
  unsigned places_ = 0;  ///< number of entries of the table of watched loops that are taken
};

}  // namespace heddle::policy
