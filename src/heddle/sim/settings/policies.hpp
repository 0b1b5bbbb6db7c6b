// The policies of a run and their parameters: one policy per kind, where a kind is a policy
// interface. The policies come from the registry.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/gpu/chip/policy_choice.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/sim/settings/parameter_rows.hpp"
#include "heddle/sim/settings/setting_reader.hpp"

namespace heddle::sim {

/// One kind of policy, without the type of its interface.
struct PolicyKind {
  std::string_view name;
  std::string_view doc;       ///< what the kind decides
  std::string_view fallback;  ///< the policy if a machine names none
  /// Each unit of the machine chooses its own policy, with a parameter that has the kind's name.
  bool chosen_by_units;
  std::vector<policy::PolicyInfo> (*list)();
  /// Sets the parameters of a new policy of that name from `<kind>.<name>.<parameter>` and visits
  /// them. Returns false for an unknown policy.
  bool (*describe)(std::string_view policy, const Settings& settings, ParameterVisitor& visit);
  /// Whether the policy of that name needs programs with annotations.
  bool (*needs_annotations)(std::string_view policy);
};

/// All kinds, in the order of results and listings.
const std::vector<PolicyKind>& policy_kinds();

/// The kind of that name, or null.
const PolicyKind* find_policy_kind(std::string_view name);

std::vector<std::string> policy_names(const PolicyKind& kind);

/// "<kind>.<name>", the prefix of a policy's parameters.
std::string policy_key(std::string_view kind, std::string_view name);

class PolicyChoices {
 public:
  /// A chosen policy, with the key by which it is chosen: the kind's name, or "l1.replacement".
  struct Choice {
    std::string key;
    const PolicyKind* kind;
    std::string name;
  };

  PolicyChoices();

  /// Reads `<kind> = name` and `<kind>.<name>.<parameter>` of all kinds. Throws Error for an
  /// unknown policy, and for a parameter on the command line whose policy is not chosen.
  void read(SettingReader& reader, const Settings& settings);

  const std::string& chosen(std::string_view key) const;
  const std::vector<Choice>& all() const { return choices_; }
  /// Returns the choices of one kind.
  std::vector<Choice> all_of(const PolicyKind& kind) const;
  /// Returns the choices for the code that builds a GPU. The result is valid as long as this
  /// object.
  gpu::PolicyChoice choice() const;

  /// Whether a chosen policy needs programs with annotations.
  bool need_annotations() const;

  /// The parameters of the kind's chosen policies with their values.
  std::vector<ParameterRow> rows(std::string_view kind) const;

  /// A new policy with its parameters set, or null for an unknown name.
  template <typename Policy>
  std::unique_ptr<Policy> make(std::string_view name) const {
    auto made = policy::Registry<Policy>::instance().make(name);
    if (made != nullptr) {
      configure(policy_key(Policy::kKind, name),
                [&](ParameterVisitor& visit) { made->describe(visit); });
    }
    return made;
  }

  /// Calls call(policy) with a new policy, the chosen one of its kind. Messages name the call
  /// `question`. An exception of the policy becomes a PolicyError, but an Error passes: a policy
  /// throws an Error to refuse its parameters.
  template <typename Policy, typename Call>
  void with_chosen(std::string_view question, Call&& call) const {
    const std::string& name = chosen(Policy::kKind);
    const auto made = make<Policy>(name);
    policy::ask(
        {Policy::kKind, name}, [] { return policy::Occasion{}; }, question, [&] { call(*made); });
  }

  /// Sets the parameters of a new policy. `key` is "<kind>.<name>".
  void configure(const std::string& key,
                 const std::function<void(ParameterVisitor&)>& describe) const;

 private:
  void read_parameters(SettingReader& reader, const Settings& settings, const PolicyKind& kind);

  std::vector<Choice> choices_;  ///< the chosen policies, in the order of kinds
  Settings parameters_;          ///< parameters of all policies, by full key
};

}  // namespace heddle::sim
