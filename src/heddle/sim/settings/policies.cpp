#include "heddle/sim/settings/policies.hpp"

#include <algorithm>
#include <concepts>
#include <iterator>
#include <set>
#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/policy/kinds.hpp"

namespace heddle::sim {
namespace {

template <typename Interface>
concept OfUnits = requires { Interface::kChosenByUnits; };
template <typename Interface>
concept IdleByDefault = requires { Interface::kIdleByDefault; };

/// Makes the named policy and returns its answer to the question, a method of the interface or of
/// the interface's base `Asked`.
template <typename Interface, typename Asked>
bool answer_of(std::string_view name, std::string_view question, bool (Asked::*answer)() const) {
  return policy::ask(
      {Interface::kKind, std::string(name)}, [] { return policy::Occasion{}; }, question,
      [&] { return (policy::Registry<Interface>::instance().make(name).get()->*answer)(); });
}

template <typename Interface>
PolicyKind kind() {
  return {.name = Interface::kKind,
          .doc = Interface::kDecides,
          .fallback = Interface::kDefault,
          .idle_by_default = IdleByDefault<Interface>,
          .chosen_by_units = OfUnits<Interface>,
          .list = [] { return policy::Registry<Interface>::instance().list(); },
          .describe =
              [](std::string_view name, const Settings& settings, ParameterVisitor& visit) {
                const auto made = policy::Registry<Interface>::instance().make(name);
                if (!made) return false;
                SettingReader(settings).read(policy_key(Interface::kKind, name), *made);
                made->describe(visit);
                return true;
              },
          .needs_annotations =
              [](std::string_view name) {
                if constexpr (requires(const Interface& made) { made.needs_annotations(); })
                  return answer_of<Interface>(name, "needs_annotations",
                                              &Interface::needs_annotations);
                return false;
              },
          .needs_future =
              [](std::string_view name) {
                if constexpr (requires(const Interface& made) { made.needs_future(); })
                  return answer_of<Interface>(name, "needs_future", &Interface::needs_future);
                return false;
              }};
}

/// Describes the parameters of a policy to a SettingReader. The reader adds the policy's prefix to
/// their keys.
struct ParametersOf {
  const PolicyKind& kind;
  std::string_view name;
  void describe(ParameterVisitor& visit) const { kind.describe(name, {}, visit); }
};

/// Describes parameters to a SettingReader by calling a function.
struct DescribedBy {
  const std::function<void(ParameterVisitor&)>& function;
  void describe(ParameterVisitor& visit) const { function(visit); }
};

/// Returns the keys with which policies of the kind are chosen.
std::vector<std::string> keys_of(const PolicyKind& kind) {
  if (!kind.chosen_by_units) return {std::string(kind.name)};
  static const std::vector<ParameterRow> machine = [] {
    ParameterRows rows;
    gpu::MachineSpec().describe(rows);
    return rows.rows;
  }();
  std::vector<std::string> keys;
  for (const ParameterRow& row : machine)
    if (row.key.ends_with(fmt::format(".{}", kind.name))) keys.push_back(row.key);
  return keys;
}

/// Says that none of these choices, all of one kind, is the policy, and how to choose it.
std::string not_chosen(const std::vector<PolicyChoices::Choice>& choices, const std::string& name) {
  const PolicyChoices::Choice& first = choices.front();
  if (choices.size() == 1)
    return fmt::format("{} is '{}' (add --set {}={})", first.key, first.name, first.key, name);
  std::string keys;
  for (const PolicyChoices::Choice& choice : choices)
    keys += (keys.empty() ? "" : ", ") + choice.key;
  return fmt::format("none of {} is '{}' (add for example --set {}={})", keys, name, first.key,
                     name);
}

/// Throws Error if there is no such policy, or if the policy is in a library that the run does not
/// have. The process may have loaded the library for another run.
void check_exists(const PolicyChoices::Choice& choice, const PolicyLibraries& libraries) {
  const std::vector<policy::PolicyInfo> infos = choice.kind->list();
  const auto found = std::ranges::find(infos, choice.name, &policy::PolicyInfo::name);
  if (found == infos.end())
    fail("no {} is called '{}'{}", choice.key, choice.name,
         which_exist(choice.name, policy_names(*choice.kind)));
  if (!found->library.empty() && !libraries.has(found->library))
    fail("the {} '{}' is in the library '{}', which this run does not have: add --policy {}",
         choice.key, choice.name, found->library, found->library);
}

/// Returns the settings "<kind>.<name>.<parameter>" of one policy.
Settings settings_below(const Settings& settings, const std::string& key) {
  Settings found;
  const std::string prefix = key + ".";
  for (auto entry = settings.lower_bound(prefix);
       entry != settings.end() && entry->first.starts_with(prefix); ++entry) {
    found.insert(*entry);
  }
  return found;
}

}  // namespace

const std::vector<PolicyKind>& policy_kinds() {
  static const std::vector<PolicyKind> kinds = [] {
    std::vector<PolicyKind> all;
    policy::for_each_kind([&]<typename Interface>() { all.push_back(kind<Interface>()); });
    return all;
  }();
  return kinds;
}

const PolicyKind* find_policy_kind(std::string_view name) {
  for (const PolicyKind& candidate : policy_kinds()) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

std::vector<std::string> policy_names(const PolicyKind& kind) {
  std::vector<std::string> names;
  for (const policy::PolicyInfo& info : kind.list()) names.emplace_back(info.name);
  return names;
}

std::string policy_key(std::string_view kind, std::string_view name) {
  return fmt::format("{}.{}", kind, name);
}

PolicyChoices::PolicyChoices() {
  for (const PolicyKind& kind : policy_kinds()) {
    for (std::string& key : keys_of(kind))
      choices_.push_back({std::move(key), &kind, std::string(kind.fallback)});
  }
}

const std::string& PolicyChoices::chosen(std::string_view key) const {
  return std::ranges::find(choices_, key, &Choice::key)->name;
}

std::vector<PolicyChoices::Choice> PolicyChoices::all_of(const PolicyKind& kind) const {
  std::vector<Choice> all;
  std::ranges::copy_if(choices_, std::back_inserter(all),
                       [&](const Choice& choice) { return choice.kind == &kind; });
  return all;
}

gpu::PolicyChoice PolicyChoices::choice() const {
  gpu::PolicyChoice choice;
  choice.for_each([&](std::string_view kind, std::string& name) { name = chosen(kind); });
  choice.configure = [this](const std::string& key, const auto& describe) {
    configure(key, describe);
  };
  return choice;
}

std::vector<std::string> PolicyChoices::prefixes() const {
  std::vector<std::string> all;
  for (const Choice& choice : choices_)
    all.push_back(policy_key(choice.kind->name, choice.name) + ".");
  return all;
}

bool PolicyChoices::need_annotations() const {
  return std::ranges::any_of(
      choices_, [](const Choice& choice) { return choice.kind->needs_annotations(choice.name); });
}

void PolicyChoices::read(SettingReader& reader, const Settings& settings,
                         const PolicyLibraries& libraries) {
  for (Choice& choice : choices_) {
    choice.name = reader.word(choice.key, choice.name);
    check_exists(choice, libraries);
  }
  for (const PolicyKind& kind : policy_kinds()) read_parameters(reader, settings, kind);
}

void PolicyChoices::read_parameters(SettingReader& reader, const Settings& settings,
                                    const PolicyKind& kind) {
  const std::vector<Choice> choices = all_of(kind);
  for (const std::string& name : policy_names(kind)) {
    const std::string key = policy_key(kind.name, name);
    ParametersOf parameters{kind, name};
    reader.read(key, parameters);
    const bool is_chosen = std::ranges::find(choices, name, &Choice::name) != choices.end();
    for (const auto& [set_key, setting] : settings_below(settings, key)) {
      if (setting.command_line && !is_chosen)
        fail("{}: '{}' has no effect: {}", setting.origin, set_key, not_chosen(choices, name));
      parameters_[set_key] = setting;
    }
  }
}

void PolicyChoices::configure(const std::string& key,
                              const std::function<void(ParameterVisitor&)>& describe) const {
  DescribedBy described{describe};
  SettingReader(parameters_).read(key, described);
}

std::vector<ParameterRow> PolicyChoices::rows(std::string_view kind_name) const {
  const PolicyKind& kind = *find_policy_kind(kind_name);
  std::vector<ParameterRow> all;
  std::set<std::string> described;
  for (const Choice& choice : all_of(kind)) {
    if (!described.insert(choice.name).second) continue;
    ParameterRows rows(policy_key(kind.name, choice.name) + ".");
    kind.describe(choice.name, parameters_, rows);
    std::ranges::move(rows.rows, std::back_inserter(all));
  }
  return all;
}

}  // namespace heddle::sim
