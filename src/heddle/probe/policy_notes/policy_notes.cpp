// Writes policy_notes.csv, one row for each note of a policy about a decision. Cycles count from
// the beginning of the launch.
#include <deque>

#include <fmt/core.h>

#include "heddle/base/text/csv_field.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/probe/policy_notes/note_record.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::probe {
namespace {

class PolicyNotes final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("policy_notes", on_,
          {.doc = "write policy_notes.csv into the run's folder: what warp scheduler and throttle "
                  "decided, where they say it"});
  }
  std::string_view prefix() const override { return "run"; }
  bool is_on() const override { return on_; }
  UnitProbe* on_sm(const SmFacts& /*sm*/) override { return &parts_.emplace_back(); }
  unsigned place() const override { return 70; }

  Output output() const override {
    return {.file = "policy_notes.csv", .growth = Growth::by_launch, .needs_folder = true};
  }
  std::string heading() const override { return "launch,sm,cycle,policy,note\n"; }
  std::string rows_of(const Launch& launch) override {
    std::string rows;
    for (std::size_t sm = 0; sm < parts_.size(); ++sm) {
      for (const NotedLine& line : parts_[sm].take(launch.number)) {
        rows += fmt::format("{},{},{},{},{}\n", launch.number, sm, line.cycle - launch.started,
                            line.policy, csv_field(line.text));
      }
    }
    return rows;
  }

 private:
  bool on_ = false;
  std::deque<NoteRecord> parts_;  ///< indexed by SM
};

const policy::Register<Probe, PolicyNotes> registration("policy_notes",
                                                        "what policies noted of their decisions");

}  // namespace
}  // namespace heddle::probe
