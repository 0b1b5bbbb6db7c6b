// Urgent grids take SMs from grids that are less urgent.

#include "heddle/policy/preemption_trigger/preemption_trigger.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Priority final : public PreemptionTrigger {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("most_sms", most_sms_,
          {.unit = "SMs", .doc = "that one grid may take; 0: as many as its blocks need"});
  }
  bool watches_grids() const override { return true; }

  std::optional<SentSignal> fire(const Situation& situation) override {
    for (std::uint32_t index = 0; index < situation.grids.size(); ++index) {
      const WaitingGrid& grid = situation.grids[index];
      if (!grid.needs_more() || (most_sms_ != 0 && grid.reserved >= most_sms_)) continue;
      if (const auto sm = least_urgent(situation, grid.priority))
        return SentSignal{*sm, incoming_of(grid), index};
    }
    return std::nullopt;
  }

 private:
  /// Among the SMs whose blocks are all less urgent than `priority`, returns the SM whose most
  /// urgent block is least urgent; among equal SMs, the first.
  static std::optional<std::uint32_t> least_urgent(const Situation& situation,
                                                   std::int32_t priority) {
    std::optional<std::uint32_t> chosen;
    for (std::uint32_t sm = 0; sm < situation.sms.size(); ++sm) {
      const SignalTarget& target = situation.sms[sm];
      if (!target.takes_signal() || target.is_reserved || target.most_urgent <= priority) continue;
      if (!chosen || target.most_urgent > situation.sms[*chosen].most_urgent) chosen = sm;
    }
    return chosen;
  }

  std::uint64_t most_sms_ = 0;
};

const Register<PreemptionTrigger, Priority> registration(
    "priority", "urgent grids take SMs from grids that are less urgent",
    "Whenever blocks of a grid find no room, SMs all of whose blocks are of less urgent grids get "
    "signals, as many as the blocks that wait would fill, those with the least urgent blocks "
    "first. Until no block of the grid waits such an SM takes only blocks of this grid. "
    "Priorities are those of the streams.",
    "I. Tanasic et al., Enabling Preemptive Multiprogramming on GPUs, ISCA 2014");

}  // namespace
}  // namespace heddle::policy
