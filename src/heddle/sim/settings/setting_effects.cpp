#include "heddle/sim/settings/setting_effects.hpp"

#include <string>
#include <string_view>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/policy/kinds.hpp"

namespace heddle::sim {
namespace {

/// Refuses command-line settings of keys without effect.
class Effects {
 public:
  explicit Effects(const Settings& settings) : settings_(settings) {}

  void refuse(std::string_view key, std::string_view reason) const {
    const auto set = settings_.find(key);
    if (set != settings_.end()) refuse(key, set->second, reason);
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

/// Says that nothing reads a parameter while the parameter `key` has this value.
std::string unread_while(std::string_view key, std::string_view value) {
  return fmt::format("nothing reads it while {} is {}", key, value);
}

/// Returns the value of a parameter of a chosen policy.
std::string value_of(const PolicyChoices& policies, std::string_view kind, std::string_view key) {
  for (const ParameterRow& row : policies.rows(kind))
    if (row.key == key) return to_string(row.value);
  fail("no parameter is called '{}'", key);
}

/// Refuses parameters of policies that their policy does not read.
void check_unread(const PolicyChoices& policies, const Effects& effects) {
  policy::for_each_kind([&]<typename Interface>() {
    if constexpr (requires(const Interface& chosen) { chosen.unread_parameters(); })
      policies.with_chosen<Interface>("unread_parameters", [&](const Interface& chosen) {
        const std::string_view kind = Interface::kKind;
        const std::string prefix = policy_key(kind, policies.chosen(kind)) + ".";
        for (const policy::UnreadParameters& unread : chosen.unread_parameters()) {
          const std::string cause = prefix + std::string(unread.cause);
          effects.refuse_all(prefix + std::string(unread.prefix),
                             unread_while(cause, value_of(policies, kind, cause)));
        }
      });
  });
}

/// Refuses parameters that the chosen preemption policy does not read.
void check_preemption(const PolicyChoices& policies, const Effects& effects) {
  const std::string_view kind = policy::Preemption::kKind;
  const std::string reason = unread_while(kind, policies.chosen(kind));
  std::string incoming;
  policies.with_chosen<policy::PreemptionTrigger>("incoming_prefix", [&](const auto& trigger) {
    const std::string_view prefix = trigger.incoming_prefix();
    if (!prefix.empty())
      incoming =
          fmt::format("{}.{}", policy_key(trigger.kKind, policies.chosen(trigger.kKind)), prefix);
  });
  policies.with_chosen<policy::Preemption>("reads_incoming", [&](const auto& preemption) {
    if (!incoming.empty() && !preemption.reads_incoming()) effects.refuse_all(incoming, reason);
    if (!preemption.saves_contexts()) effects.refuse_all("context_switch.", reason);
    if (!preemption.compresses()) effects.refuse("context_switch.pattern_bytes", reason);
  });
}

/// Refuses a preemption policy, and its parameters, in a run without signals.
void refuse_preemption(const Effects& effects) {
  constexpr std::string_view kReason =
      "no SM gets a signal (add --set preemption_trigger=periodic)";
  effects.refuse(policy::Preemption::kKind, kReason);
  effects.refuse_all("context_switch.", kReason);
}

/// Refuses independent thread scheduling, and its parameter, where paths do not give way.
void check_thread_scheduling(const Configuration& configuration, const Effects& effects) {
  if (configuration.yield_after() != 0) return;
  constexpr std::string_view kKey = "sm.thread_scheduling";
  if (configuration.machine.sm.thread_scheduling == core::ThreadScheduling::stack)
    return effects.refuse("sm.yield_after", unread_while(kKey, "stack"));
  const std::string reason =
      configuration.run.check_scalars
          ? "run.check_scalars checks values of warps whose paths run until they end (add --set "
            "run.check_scalars=false)"
      : configuration.compiler.scalars != compile::Scalars::off
          ? "paths of a warp share its scalar registers, so each runs until it ends (add --set "
            "compiler.scalars=off)"
          : fmt::format(
                "organisation {} cuts warps or forms them, and decides itself which "
                "threads run (whole warps: --set organisation=spatial)",
                configuration.policies.chosen(policy::Organisation::kKind));
  effects.refuse(kKey, reason);
  effects.refuse("sm.yield_after", reason);
}

}  // namespace

void check_effects(const Configuration& configuration, const Settings& settings) {
  const Effects effects(settings);
  if (!configuration.asks(policy::GangScheduler::kKind)) {
    const std::string& organisation = configuration.policies.chosen(policy::Organisation::kKind);
    effects.refuse(
        policy::GangScheduler::kKind,
        fmt::format("organisation {} forms no gangs (add --set organisation=variable_warp)",
                    organisation));
  }
  if (!configuration.asks(policy::Preemption::kKind)) refuse_preemption(effects);
  check_thread_scheduling(configuration, effects);
  if (configuration.machine.context_switch.priority != core::ContextPriority::low)
    effects.refuse("context_switch.age_limit",
                   "contexts wait for no one else (add --set context_switch.priority=low)");
  check_unread(configuration.policies, effects);
  check_preemption(configuration.policies, effects);
}

}  // namespace heddle::sim
