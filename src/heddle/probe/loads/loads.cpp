// Measures the behaviour of each static load in the L1s: statistics l1d.trip and the file
// loads.csv.
#include <deque>

#include "heddle/policy/registry.hpp"
#include "heddle/probe/loads/loads_text.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::probe {
namespace {

class Loads final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("loads", on_,
          {.doc = "count what each load of the kernels does in the L1s: l1d.trip, and loads.csv, "
                  "which throttle.daws.profile reads"});
  }
  std::string_view prefix() const override { return "run"; }
  bool is_on() const override { return on_; }
  bool tells_warps_apart() const override { return true; }
  bool needs_annotations() const override { return true; }
  UnitProbe* on_sm(const SmFacts& /*sm*/) override {
    return &parts_.emplace_back(model::kKernelSlots);
  }
  ProbeCounts no_counts() const override { return {kTripGroup, TripCounts()}; }
  unsigned place() const override { return 20; }

  Output output() const override {
    return {.file = "loads.csv", .growth = Growth::at_end, .needs_folder = true};
  }
  void write(const WriteText& write) override {
    std::vector<const std::vector<KernelLoads>*> sms;
    for (const LoadsProfile& part : parts_) sms.push_back(&part.kernels());
    write(loads_heading());
    for (const KernelLoads& kernel : sum_of(sms)) write(loads_lines(kernel));
  }

 private:
  bool on_ = false;
  std::deque<LoadsProfile> parts_;  ///< indexed by SM
};

const policy::Register<Probe, Loads> registration(
    "loads", "what each load of the kernels does in the L1s",
    "How many lines each static load touches, whose data it finds there, and in loops how long ago "
    "its warp touched them.",
    "T. G. Rogers, \"Locality and Scheduling in the Massively Multithreaded Era\", dissertation, "
    "UBC, 2015, Figures 4.2 to 4.4");

}  // namespace
}  // namespace heddle::probe
