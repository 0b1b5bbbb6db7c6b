// Measures lost locality under any warp scheduler and throttle, with a victim tag array that only
// observes (T. G. Rogers, "Locality and Scheduling in the Massively Multithreaded Era",
// dissertation, UBC, 2015, chapters 3 and 4). A loss is a miss on a line that the warp had brought
// and that other accesses evicted. Losses of gated warps are also counted separately. A warp is
// gated if it is in a loop and the throttle has held it back at least once since it entered the
// loop.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/base/statistics/statistic.hpp"
#include "heddle/isa/program.hpp"
#include "heddle/model/warp_view.hpp"
#include "heddle/policy/throttle/lost_locality.hpp"
#include "heddle/probe/unit_probe.hpp"

namespace heddle::probe {

struct LossCounts : Counts<LossCounts> {
  std::uint64_t events = 0, gated = 0;

  void describe(StatisticVisitor& visit) const;
};

inline constexpr std::string_view kLossGroup = "lost_locality";

/// Counts the losses of one SM. A program without annotations counts as a program without loops.
class LocalityLosses final
    : public UnitHears<model::KernelBound, model::WarpLaunched, model::InstructionExecuted,
                       model::ThrottleHeld, model::L1Access, model::L1Evicted, model::L1Flushed> {
 public:
  /// Measures the SM of this view. The view must outlive this object.
  LocalityLosses(const policy::VictimTagSpec& tags, const model::SmView& sm);

  void on(const model::KernelBound& event) override;
  void on(const model::WarpLaunched& event) override { inside_[event.entity].clear(); }
  void on(const model::InstructionExecuted& event) override;
  void on(const model::ThrottleHeld& event) override;
  void on(const model::L1Access& event) override;
  void on(const model::L1Evicted& event) override { locality_.evicted(event); }
  void on(const model::L1Flushed& /*event*/) override { locality_.flushed(); }

  ProbeCounts counts(unsigned kernel) override { return {kLossGroup, counts_[kernel]}; }

 private:
  struct LoopStay {
    std::uint32_t loop = isa::kNoLoop;
    bool held = false;
  };

  const model::SmView& sm_;
  policy::LostLocality locality_;
  std::vector<std::shared_ptr<const isa::Program>> programs_;  ///< indexed by kernel slot
  std::vector<LossCounts> counts_;                             ///< indexed by kernel slot
  std::vector<std::vector<LoopStay>> inside_;  ///< by entity: the loops in which the entity is
};

}  // namespace heddle::probe
