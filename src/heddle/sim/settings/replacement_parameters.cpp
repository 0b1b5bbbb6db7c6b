#include "heddle/sim/settings/replacement_parameters.hpp"

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

}  // namespace

policy::Replacements replacements_of(const std::string& name,
                                     const std::vector<std::string>& assignments) {
  Settings settings;
  for (const std::string& assignment : assignments) add_assignment(settings, assignment);
  SettingReader known(settings);
  if (const auto policy = policy::Registry<policy::Replacement>::instance().make(name))
    known.read(policy_key(policy::Replacement::kKind, name), *policy);
  known.refuse_unread();
  return policy::Replacements(
      [settings](const std::string& key, const std::function<void(ParameterVisitor&)>& describe) {
        DescribedReplacement described{describe};
        SettingReader(settings).read(key, described);
      });
}

}  // namespace heddle::sim
