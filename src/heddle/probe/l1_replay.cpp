// Replays the accesses of each L1 during the run in caches without timing. Produces the statistics
// l1_replay.
#include <deque>

#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"
#include "heddle/replay/replayer.hpp"

namespace heddle::probe {
namespace {

constexpr std::string_view kGroup = "l1_replay";

class SmPart final : public UnitHears<model::WarpLaunched, model::L1Access, model::L1Flushed> {
 public:
  explicit SmPart(const replay::CacheShape& shape)
      : line_bytes_(shape.line_bytes), replayer_(shape, model::kKernelSlots) {}

  void on(const model::WarpLaunched& event) override { replayer_.begin(replay::warp_of(event)); }
  void on(const model::L1Access& event) override {
    if (replay::is_access(event)) replayer_.access(replay::access_of(event, line_bytes_));
  }
  void on(const model::L1Flushed& /*event*/) override { replayer_.flush(); }
  ProbeCounts counts(unsigned kernel) override {
    replayer_.replay_pending();
    return {kGroup, replayer_.counts(kernel)};
  }

 private:
  unsigned line_bytes_;
  replay::Replayer replayer_;
};

class L1Replay final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("l1_replay", on_,
          {.doc =
               "replay the accesses of each L1 without time through itself with lru, with Belady's "
               "replacement, and through one without bounds (l1_replay); 20 bytes of host "
               "memory an access until the launch ends"});
  }
  std::string_view prefix() const override { return "run"; }
  bool is_on() const override { return on_; }
  bool tells_warps_apart() const override { return true; }
  bool needs_one_l1() const override { return true; }
  void attach(const MachineFacts& machine) override { shape_ = machine.l1; }
  UnitProbe* on_sm(const SmFacts& /*sm*/) override { return &parts_.emplace_back(shape_); }
  ProbeCounts no_counts() const override { return {kGroup, replay::ReplayCounts()}; }
  unsigned place() const override { return 30; }

 private:
  bool on_ = false;
  replay::CacheShape shape_;
  std::deque<SmPart> parts_;
};

const policy::Register<Probe, L1Replay> registration(
    "l1_replay", "what other caches than the L1s would have missed");

}  // namespace
}  // namespace heddle::probe
