// Counts L1 hits by the thread or warp that first referenced the data: statistics l1d.hit_class and
// l1d.merge_class.
#include "heddle/replay/hit_classes.hpp"

#include <deque>

#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::probe {
namespace {

constexpr std::string_view kGroup = "l1d";

class SmPart final : public UnitHears<model::WarpLaunched, model::L1Access, model::L1Filled,
                                      model::L1Evicted, model::L1Flushed> {
 public:
  void on(const model::WarpLaunched& event) override { classes_.on(event); }
  void on(const model::L1Access& event) override { classes_.on(event); }
  void on(const model::L1Filled& event) override { classes_.on(event); }
  void on(const model::L1Evicted& event) override { classes_.on(event); }
  void on(const model::L1Flushed& event) override { classes_.on(event); }
  ProbeCounts counts(unsigned kernel) override { return {kGroup, classes_.counts(kernel)}; }

 private:
  replay::HitClasses classes_{model::kKernelSlots};
};

class HitClasses final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit(
        "hit_classes", on_,
        {.doc = "tell apart whose data the hits in the L1s are: the thread's, another thread's of "
                "the warp, another warp's (l1d.hit_class, l1d.merge_class)"});
  }
  std::string_view prefix() const override { return "run"; }
  bool is_on() const override { return on_; }
  bool tells_warps_apart() const override { return true; }
  UnitProbe* on_sm(const SmFacts& /*sm*/) override { return &parts_.emplace_back(); }
  ProbeCounts no_counts() const override { return {kGroup, replay::ReuseCounts()}; }
  unsigned place() const override { return 10; }

 private:
  bool on_ = false;
  std::deque<SmPart> parts_;
};

const policy::Register<Probe, HitClasses> registration("hit_classes",
                                                       "whose data the hits in the L1s are");

}  // namespace
}  // namespace heddle::probe
