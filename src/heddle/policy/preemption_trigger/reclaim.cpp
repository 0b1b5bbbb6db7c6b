// Grids that have fewer SMs than their share take SMs from grids that have more.

#include <algorithm>
#include <vector>

#include "heddle/policy/preemption_trigger/preemption_trigger.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Reclaim final : public PreemptionTrigger {
 public:
  bool watches_grids() const override { return true; }

  std::optional<SentSignal> fire(const Situation& situation) override {
    const auto active = static_cast<std::uint32_t>(std::ranges::count_if(
        situation.grids,
        [](const WaitingGrid& grid) { return grid.waiting_blocks != 0 || grid.sms != 0; }));
    if (active == 0) return std::nullopt;
    const auto share = static_cast<std::uint32_t>(situation.sms.size()) / active;
    for (std::uint32_t index = 0; index < situation.grids.size(); ++index) {
      const WaitingGrid& grid = situation.grids[index];
      if (!grid.needs_more() || grid.sms >= share) continue;
      if (const auto sm = beyond_share(situation, share))
        return SentSignal{*sm, incoming_of(grid), index};
    }
    return std::nullopt;
  }

 private:
  /// Finds the grid that alone uses the most SMs. If these SMs are more than the share of a grid,
  /// returns the first of them; otherwise returns nothing.
  static std::optional<std::uint32_t> beyond_share(const Situation& situation,
                                                   std::uint32_t share) {
    std::vector<std::uint32_t> own(situation.grids.size());
    const auto gives = [&](const SignalTarget& target) {
      return target.takes_signal() && !target.is_reserved && target.grid < own.size();
    };
    for (const SignalTarget& target : situation.sms)
      if (gives(target)) ++own[target.grid];
    const auto most = std::ranges::max_element(own);
    if (*most <= share) return std::nullopt;
    const auto grid = static_cast<std::uint32_t>(most - own.begin());
    const auto sm = std::ranges::find_if(situation.sms, [&](const SignalTarget& target) {
      return gives(target) && target.grid == grid;
    });
    return static_cast<std::uint32_t>(sm - situation.sms.begin());
  }
};

const Register<PreemptionTrigger, Reclaim> registration(
    "reclaim", "grids that have fewer SMs than their share take them from grids that have more",
    "The share of a grid is the number of SMs over that of the grids that run or wait to. Whenever "
    "blocks of a grid with fewer SMs find no room, an SM of the grid that has most SMs to itself, "
    "and more than its share, gets a signal, unless SMs on the way to the grid have room for all "
    "blocks that wait. Until no block of the grid waits such an SM takes only blocks of this "
    "grid.",
    "I. Tanasic et al., Enabling Preemptive Multiprogramming on GPUs, ISCA 2014: dynamic spatial "
    "sharing");

}  // namespace
}  // namespace heddle::policy
