// Which policy decides what in a run, and with which parameters: one choice a kind. The kinds are
// the policy interfaces that this layer composes; the policies come from the registry.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/sim/parameter_rows.hpp"
#include "heddle/sim/setting_reader.hpp"

namespace heddle::sim {

/// One kind of policy, with its interface's type erased.
struct PolicyKind {
  std::string_view name;
  std::string_view doc;       ///< what it decides
  std::string_view fallback;  ///< the policy of a machine that names none
  std::vector<policy::PolicyInfo> (*list)();
  /// Sets the parameters of a new policy of that name from `<kind>.<name>.<parameter>`, then visits
  /// them; false if there is no such policy.
  bool (*describe)(std::string_view policy, const Settings& settings, ParameterVisitor& visit);
  /// Whether the policy of that name wants programs that carry annotations.
  bool (*needs_annotations)(std::string_view policy);
};

/// In the order in which results and listings show them.
const std::vector<PolicyKind>& policy_kinds();

/// Null if there is no such kind.
const PolicyKind* find_policy_kind(std::string_view name);

std::vector<std::string> policy_names(const PolicyKind& kind);

/// "<kind>.<name>", the prefix of a policy's parameters.
std::string policy_key(std::string_view kind, std::string_view name);

class PolicyChoices {
 public:
  PolicyChoices();

  /// Reads `<kind> = name` and `<kind>.<name>.<parameter>` of all kinds. Throws for an unknown
  /// policy, and for a parameter typed for this run that belongs to a policy that is not chosen.
  void read(SettingReader& reader, const Settings& settings);

  const std::string& chosen(std::string_view kind) const;

  /// Whether one of the chosen policies wants programs that carry annotations.
  bool need_annotations() const;

  /// The chosen policy's parameters and values.
  std::vector<ParameterRow> rows(std::string_view kind) const;

  /// A new policy with the parameters that it has here; null if there is none of that name.
  template <typename Policy>
  std::unique_ptr<Policy> make(std::string_view name) const {
    auto made = policy::Registry<Policy>::instance().make(name);
    if (made != nullptr) {
      configure(policy_key(Policy::kKind, name),
                [&](ParameterVisitor& visit) { made->describe(visit); });
    }
    return made;
  }

  /// Calls call(policy) with a new one of the chosen kind, as `question` names it. What the policy
  /// throws becomes a PolicyError; an Error, with which it refuses its parameters, passes.
  template <typename Policy, typename Call>
  void with_chosen(std::string_view question, Call&& call) const {
    const std::string& name = chosen(Policy::kKind);
    const auto made = make<Policy>(name);
    policy::ask(
        {Policy::kKind, name}, [] { return policy::Occasion{}; }, question, [&] { call(*made); });
  }

  /// Sets the parameters of a policy just made; `key` is its "<kind>.<name>".
  void configure(const std::string& key,
                 const std::function<void(ParameterVisitor&)>& describe) const;

 private:
  std::map<std::string, std::string, std::less<>> chosen_;  ///< by kind
  Settings parameters_;                                     ///< of all policies, by complete key
};

}  // namespace heddle::sim
