#include "heddle/sim/settings/replacement_parameters.hpp"

#include "heddle/base/error.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/sim/settings/policies.hpp"
#include "heddle/sim/settings/setting_reader.hpp"

namespace heddle::sim {
namespace {

/// Describes the parameters of a replacement policy to a reader by calling a function.
struct DescribedReplacement {
  const std::function<void(ParameterVisitor&)>& function;
  void describe(ParameterVisitor& visit) const { function(visit); }
};

/// Throws Error if a setting is a parameter of another replacement policy than `name`.
void refuse_others(const Settings& settings, const std::string& name) {
  for (const std::string& other : policy_names(*find_policy_kind(policy::Replacement::kKind))) {
    const std::string prefix = policy_key(policy::Replacement::kKind, other) + ".";
    const auto setting = settings.lower_bound(prefix);
    if (other == name || setting == settings.end() || !setting->first.starts_with(prefix)) continue;
    fail("--set {}: '{}' has no effect: it is a parameter of '{}' (add --replacement {})",
         setting->first, setting->first, other, other);
  }
}

}  // namespace

policy::Replacements replacements_of(const std::string& name,
                                     const std::vector<std::string>& assignments) {
  Settings settings;
  for (const std::string& assignment : assignments) add_assignment(settings, assignment);
  SettingReader known(settings);
  if (const auto policy = policy::Registry<policy::Replacement>::instance().make(name))
    known.read(policy_key(policy::Replacement::kKind, name), *policy);
  refuse_others(settings, name);
  known.refuse_unread();
  return policy::Replacements(
      [settings](const std::string& key, const std::function<void(ParameterVisitor&)>& describe) {
        DescribedReplacement described{describe};
        SettingReader(settings).read(key, described);
      });
}

}  // namespace heddle::sim
