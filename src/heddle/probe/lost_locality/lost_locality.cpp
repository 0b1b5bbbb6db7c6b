// Counts lost locality of warps by means of victim tags. Produces the statistics lost_locality.
#include <deque>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/throttle/table_parameters.hpp"
#include "heddle/probe/lost_locality/locality_losses.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::probe {
namespace {

class LostLocality final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("lost_locality", on_,
          {.doc = "count misses on lines that the warp had brought and lost, and which of them "
                  "follow a gate (lost_locality.events, lost_locality.gated)"});
    visit("lost_locality_tags", tags_.entries,
          {.unit = "tags",
           .minimum = 1,
           .maximum = 4096,
           .doc = "lines that a warp lost last, of which run.lost_locality knows"});
    visit("lost_locality_ways", tags_.ways, policy::entries_of_a_set("tags"));
  }
  std::string_view prefix() const override { return "run"; }
  bool is_on() const override { return on_; }
  void check(const MachineSize& /*machine*/) const override {
    tags_.check("run.lost_locality_tags", "run.lost_locality_ways");
  }
  bool tells_warps_apart() const override { return true; }
  bool needs_annotations() const override { return true; }
  UnitProbe* on_sm(const SmFacts& sm) override { return &parts_.emplace_back(tags_, sm.view); }
  ProbeCounts no_counts() const override { return {kLossGroup, LossCounts()}; }
  unsigned place() const override { return 40; }

 private:
  bool on_ = false;
  policy::VictimTagSpec tags_;
  std::deque<LocalityLosses> parts_;
};

const policy::Register<Probe, LostLocality> registration(
    "lost_locality", "how much locality warps lose, by victim tags that only watch",
    "A victim tag array under any warp scheduler and throttle. An event is a miss on a line that "
    "the warp had brought and that others pushed out.",
    "T. G. Rogers, \"Locality and Scheduling in the Massively Multithreaded Era\", dissertation, "
    "UBC, 2015, chapters 3 and 4");

}  // namespace
}  // namespace heddle::probe
