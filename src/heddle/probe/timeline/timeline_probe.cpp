// Writes the activity of every warp, cycle by cycle: the file "timeline", in one of three forms.
#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include <fmt/core.h>

#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"
#include "heddle/probe/timeline/sm_list.hpp"
#include "heddle/probe/timeline/timeline.hpp"

namespace heddle::probe {
namespace {

enum class Form : std::uint8_t { none, json, text, csv };

constexpr const char* kSmsKey = "run.timeline_sms";

class TimelineProbe final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    static constexpr std::array<std::string_view, 4> kForms = {"none", "json", "text", "csv"};
    visit.choice("timeline", form_, kForms, {.doc = "the form of timeline that is written"});
    visit("timeline_from", from_,
          {.unit = "cycles", .doc = "first cycle of the timeline, if the first kernel has begun"});
    visit("timeline_to", to_,
          {.unit = "cycles", .doc = "first cycle after the timeline; 0: it has no end"});
    visit("timeline_cycles", cycles_,
          {.unit = "cycles", .doc = "of the timeline, from its first on; 0: it has no end"});
    visit("timeline_sms", sms_, {.doc = "SMs of the timeline, as in 0,2-4; empty: all"});
    visit("timeline_events", events_,
          {.unit = "events", .minimum = 1, .doc = "most that a timeline has; then it is cut"});
  }
  std::string_view prefix() const override { return "run"; }
  bool is_on() const override { return form_ != Form::none; }
  void check(const MachineSize& machine) const override {
    if (!sms_.empty()) read_sm_list(sms_, machine.sms, kSmsKey);
  }
  void attach(const MachineFacts& machine) override {
    chosen_ = read_sm_list(sms_, machine.size.sms, kSmsKey);
  }
  UnitProbe* on_sm(const SmFacts& sm) override {
    if (std::ranges::find(chosen_, sm.sm) == chosen_.end()) return nullptr;
    return &parts_.emplace_back(sm.sm, TimelineWindow()).second;
  }
  unsigned place() const override { return 100; }

  Output output() const override { return {.file = "timeline", .growth = Growth::at_end}; }
  void launched(const Launch& launch, const isa::Program& program) override {
    if (timeline_.sms.empty()) start(launch.started);
    timeline_.add(launch, program);
  }
  void ended(const Launch& launch) override { timeline_.ended(launch); }
  void write(const WriteText& write) override {
    switch (form_) {
      case Form::text:
        return write_timeline_text(timeline_, write);
      case Form::csv:
        return write_timeline_csv(timeline_, write);
      default:
        return write_timeline_json(timeline_, write);
    }
  }
  std::vector<std::string> warnings() const override {
    std::vector<std::string> warnings;
    if (const std::string reason = timeline_.why_empty(); !reason.empty())
      warnings.push_back("the timeline is empty: " + reason);
    if (timeline_.is_cut())
      warnings.push_back(
          fmt::format("the timeline ends at cycle {}, where it has {} events; ask for fewer "
                      "cycles (--from, --to), fewer SMs (--sms) or more events (--events)",
                      timeline_.end(), events_));
    return warnings;
  }

 private:
  using Part = std::pair<std::uint32_t, SmTimeline>;  ///< number of the SM, and its timeline

  /// Sets the window of the timeline when the first launch begins. This launch begins in cycle
  /// `started`, and the window cannot begin earlier.
  void start(Cycle started) {
    timeline_.from = std::max(from_, started);
    TimelineWindow window{.from = timeline_.from,
                          .to = to_ == 0 ? kNever : to_,
                          .most_events = std::max<std::uint64_t>(events_ / chosen_.size(), 1)};
    if (cycles_ != 0) window.to = std::min(window.to, timeline_.from + cycles_);
    for (auto& [sm, part] : parts_) part.set_window(window);
    for (const std::uint32_t chosen : chosen_) {
      const auto part = std::ranges::find(parts_, chosen, &Part::first);
      timeline_.sms.push_back({chosen, &part->second});
    }
  }

  Form form_ = Form::none;
  std::uint64_t from_ = 0, to_ = 0;   ///< window of cycles, `from_` to `to_` - 1; if `to_` is 0,
                                      ///< until the end of the run
  std::uint64_t cycles_ = 0;          ///< maximum number of cycles of the window; 0: no limit
  std::string sms_;                   ///< list of the SMs, for example "0,2-4"; "" for all SMs
  std::uint64_t events_ = 1'000'000;  ///< maximum number of events of all SMs together
  std::vector<std::uint32_t> chosen_;
  std::deque<Part> parts_;  ///< timelines of the chosen SMs
  Timeline timeline_;
};

const policy::Register<Probe, TimelineProbe> registration("timeline",
                                                          "what every warp did, cycle by cycle");

}  // namespace
}  // namespace heddle::probe
