#include "heddle/sim/settings/setting_effects.hpp"

#include <string>
#include <string_view>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/policy/gang_scheduler/gang_scheduler.hpp"
#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/preemption/preemption.hpp"
#include "heddle/policy/preemption_trigger/preemption_trigger.hpp"

namespace heddle::sim {
namespace {

/// Parameters that are not read while the setting `while_key` has one of the values in `is`.
/// `while_key` is a kind of policy or the key of another parameter.
struct Idle {
  std::string_view prefix;  ///< prefix of the parameters' keys
  std::string_view while_key;
  std::string_view is;  ///< values of `while_key`, separated by blanks
};
constexpr Idle kIdle[] = {
    {"organisation.temporal.waits_for", "organisation.temporal.chaining", "false"},
    {"organisation.spatio_temporal.waits_for", "organisation.spatio_temporal.chaining", "false"},
    {"residency.gpuduet.period", "residency.gpuduet.mode", "static"},
    {"residency.gpuduet.warm_up", "residency.gpuduet.mode", "static"},
    {"residency.gpuduet.classify", "residency.gpuduet.mode", "static"},
    {"residency.gpuduet.on_saturation", "residency.gpuduet.mode", "static"},
    {"residency.gpuduet.l1_idle", "residency.gpuduet.mode", "static"},
    {"residency.gpuduet.l1_idle", "residency.gpuduet.take_l1", "always never"},
    {"preemption_trigger.periodic.incoming_", "preemption",
     "occup live live_cp live_tbcp select drain flush progress chimera"},
    {"context_switch.", "preemption", "drain flush"},
    {"context_switch.pattern_bytes", "preemption", "occup live progress chimera"},
};

bool is_one_of(const std::string& word, std::string_view words) {
  return fmt::format(" {} ", words).find(fmt::format(" {} ", word)) != std::string::npos;
}

/// Returns the chosen policy of a kind, or the value of a parameter, or "" if the key does not
/// exist.
std::string value_of(const Configuration& configuration, std::string_view key) {
  if (find_policy_kind(key) != nullptr) return configuration.policies.chosen(key);
  for (const ParameterRow& row : configuration.rows())
    if (row.key == key) return to_string(row.value);
  return "";
}

/// Refuses command-line settings of keys without effect.
class Effects {
 public:
  explicit Effects(const Settings& settings) : settings_(settings) {}

  void refuse(std::string_view key, std::string_view reason) const {
    const auto set = settings_.find(key);
    if (set != settings_.end()) refuse(key, set->second, reason);
  }
  /// Returns whether any setting has a key with this prefix.
  bool any(std::string_view prefix) const {
    const auto first = settings_.lower_bound(prefix);
    return first != settings_.end() && first->first.starts_with(prefix);
  }
  /// Refuses all keys with this prefix.
  void refuse_all(std::string_view prefix, std::string_view reason) const {
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
    effects.refuse_all("context_switch.", kReason);
  }
  if (configuration.machine.context_switch.priority != core::ContextPriority::low)
    effects.refuse("context_switch.age_limit",
                   "contexts wait for no one else (add --set context_switch.priority=low)");
  for (const Idle& idle : kIdle) {
    if (!effects.any(idle.prefix)) continue;
    const std::string value = value_of(configuration, idle.while_key);
    if (is_one_of(value, idle.is))
      effects.refuse_all(idle.prefix,
                         fmt::format("nothing reads it while {} is {}", idle.while_key, value));
  }
}

}  // namespace heddle::sim
