#include "heddle/sim/setting_effects.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "heddle/base/error.hpp"
#include "heddle/policy/gang_scheduler/gang_scheduler.hpp"
#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/preemption/preemption.hpp"
#include "heddle/policy/preemption_trigger/preemption_trigger.hpp"

namespace heddle::sim {
namespace {

/// Refuses what the command line says of these keys.
class Effects {
 public:
  explicit Effects(const Settings& settings) : settings_(settings) {}

  void refuse(std::string_view key, std::string_view reason) const {
    const auto set = settings_.find(key);
    if (set != settings_.end()) refuse(key, set->second, reason);
  }
  void refuse_below(std::string_view table, std::string_view reason) const {
    const std::string prefix = std::string(table) + ".";
    for (auto set = settings_.lower_bound(prefix);
         set != settings_.end() && set->first.starts_with(prefix); ++set)
      refuse(set->first, set->second, reason);
  }

 private:
  static void refuse(std::string_view key, const Setting& set, std::string_view reason) {
    if (set.command_line) fail("{}: '{}' has no effect: {}", set.origin, key, reason);
  }

  const Settings& settings_;
};

}  // namespace

void check_effects(const Configuration& configuration, const Settings& settings) {
  const Effects effects(settings);
  if (!configuration.asks(policy::GangScheduler::kKind))
    effects.refuse(
        policy::GangScheduler::kKind,
        fmt::format("organisation {} forms no gangs (add --set organisation=variable_warp)",
                    configuration.policies.chosen(policy::Organisation::kKind)));
  if (!configuration.asks(policy::Preemption::kKind)) {
    constexpr std::string_view kReason =
        "no SM gets a signal (add --set preemption_trigger=periodic)";
    effects.refuse(policy::Preemption::kKind, kReason);
    effects.refuse_below("context_switch", kReason);
  }
  if (configuration.machine.context_switch.priority == core::ContextPriority::same)
    effects.refuse("context_switch.age_limit",
                   "contexts wait for no one else (add --set context_switch.priority=low)");
}

}  // namespace heddle::sim
