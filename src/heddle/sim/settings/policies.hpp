// The policies of a run and their parameters. A run has one policy per kind; a kind is a policy
// interface. All policies are in the registry.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/gpu/chip/policy_choice.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/sim/settings/parameter_rows.hpp"
#include "heddle/sim/settings/policy_libraries.hpp"
#include "heddle/sim/settings/setting_reader.hpp"

namespace heddle::sim {

/// A kind of policies, described without the C++ type of its interface.
struct PolicyKind {
  std::string_view name;
  std::string_view doc;       ///< what the kind decides
  std::string_view fallback;  ///< the policy that is used if a machine names none
  /// true: a run with the default policy has no policy of this kind.
  bool idle_by_default;
  /// true: several units of the machine (caches) each choose a policy, by a parameter with the
  /// kind's name.
  bool chosen_by_units;
  std::vector<policy::PolicyInfo> (*list)();
  /// Creates the named policy, sets its parameters from the settings `<kind>.<name>.<parameter>`,
  /// and visits the parameters. Returns false for an unknown policy.
  bool (*describe)(std::string_view policy, const Settings& settings, ParameterVisitor& visit);
  /// Returns whether the named policy needs programs with annotations.
  bool (*needs_annotations)(std::string_view policy);
  /// Returns whether only a replay can have the named policy, since it needs to know the future.
  bool (*needs_future)(std::string_view policy);
};

/// Returns all kinds, in the order in which results and listings show them.
const std::vector<PolicyKind>& policy_kinds();

/// Returns the kind with this name, or null if there is none.
const PolicyKind* find_policy_kind(std::string_view name);

std::vector<std::string> policy_names(const PolicyKind& kind);

/// Returns "<kind>.<name>", the prefix of the keys of a policy's parameters.
std::string policy_key(std::string_view kind, std::string_view name);

class PolicyChoices {
 public:
  /// A chosen policy, and the key of the setting that chooses it: the kind's name, or for example
  /// "l1.replacement".
  struct Choice {
    std::string key;
    const PolicyKind* kind;
    std::string name;
  };

  PolicyChoices();

  /// Reads the settings `<kind> = name` and `<kind>.<name>.<parameter>` of all kinds. Throws Error
  /// for an unknown policy, and for a policy of a library that is not among `libraries`. Throws
  /// Error also if the command line sets a parameter of a policy that is not chosen.
  void read(SettingReader& reader, const Settings& settings, const PolicyLibraries& libraries);

  const std::string& chosen(std::string_view key) const;
  const std::vector<Choice>& all() const { return choices_; }
  /// Returns the choices of one kind.
  std::vector<Choice> all_of(const PolicyKind& kind) const;
  /// Returns the choices in the form that the code that builds a GPU needs. The result must not
  /// outlive this object.
  gpu::PolicyChoice choice() const;

  /// Returns the prefixes of the keys of the chosen policies' parameters, "<kind>.<name>.".
  std::vector<std::string> prefixes() const;

  /// Whether a chosen policy needs programs with annotations.
  bool need_annotations() const;

  /// Returns the parameters of the kind's chosen policies, with their values.
  std::vector<ParameterRow> rows(std::string_view kind) const;

  /// Returns a new policy with its parameters set, or null for an unknown name.
  template <typename Policy>
  std::unique_ptr<Policy> make(std::string_view name) const {
    auto made = policy::Registry<Policy>::instance().make(name);
    if (made != nullptr) {
      configure(policy_key(Policy::kKind, name),
                [&](ParameterVisitor& visit) { made->describe(visit); });
    }
    return made;
  }

  /// Creates the chosen policy of a kind and calls call(policy). Messages name the call `question`.
  /// If the policy throws an Error, which refuses its parameters, the Error is passed on. Any other
  /// exception becomes a PolicyError.
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
