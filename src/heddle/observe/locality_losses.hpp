// Lost locality under any warp scheduler and throttle: a victim tag array that only watches (T. G.
// Rogers, "Locality and Scheduling in the Massively Multithreaded Era", dissertation, UBC, 2015,
// chapters 3 and 4). An event is a miss on a line that the warp had brought and that others pushed
// out; of these it tells apart those of warps that the throttle has held since they entered a loop
// in which they still are.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/base/counts.hpp"
#include "heddle/base/statistic.hpp"
#include "heddle/isa/annotations.hpp"
#include "heddle/model/sm_events.hpp"
#include "heddle/policy/sm_observer.hpp"
#include "heddle/policy/throttle/lost_locality.hpp"

namespace heddle::observe {

struct LossCounts : Counts<LossCounts> {
  std::uint64_t events = 0, gated = 0;

  void describe(StatisticVisitor& visit) const;
};

/// Programs that carry no annotations have no loops.
class LocalityLosses final : public policy::SmObserver, public model::L1Listener {
 public:
  LocalityLosses(unsigned kernel_slots, const policy::VictimTagSpec& tags)
      : tags_(tags), programs_(kernel_slots), counts_(kernel_slots) {}

  void attach(const model::SmView& sm) override;
  void kernel_started(unsigned kernel, const isa::Program& program) override;
  void warp_launched(unsigned entity) override { inside_[entity].clear(); }
  bool hears_issues() const override { return true; }
  void instruction_issued(unsigned entity, Pc pc, LaneMask lanes) override;
  void held(const model::EntityMask& entities) override;

  void on(const model::WarpLaunched& /*event*/) override {}
  void on(const model::L1Filled& /*event*/) override {}
  void on(const model::L1Access& event) override;
  void on(const model::L1Evicted& event) override { locality_.evicted(event); }
  void on(const model::L1Flushed& /*event*/) override { locality_.flushed(); }

  const LossCounts& counts(unsigned kernel) const { return counts_[kernel]; }

 private:
  struct LoopStay {
    std::uint32_t loop = isa::kNoLoop;
    bool held = false;
  };

  policy::VictimTagSpec tags_;
  policy::LostLocality locality_;
  std::vector<const isa::Annotations*> programs_;  ///< by kernel slot; null: none
  std::vector<LossCounts> counts_;                 ///< by kernel slot
  std::vector<std::vector<LoopStay>> inside_;      ///< by entity: loops that it is in
};

}  // namespace heddle::observe
