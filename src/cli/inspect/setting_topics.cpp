// The explanations that `heddle explain` prints for policies, kinds of policies, and parameters.

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "cli/inspect/tables.hpp"
#include "cli/inspect/topic.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/storage/storage.hpp"

namespace heddle::cli {
namespace {

sim::Configuration configuration_of(const std::string& machine) {
  sim::ConfigurationRequest request;
  request.machine = machine;
  return sim::Configuration::resolve(request);
}

// Kinds of policies.

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const sim::PolicyKind& kind : sim::policy_kinds()) names.emplace_back(kind.name);
  return names;
}

std::string kind_text(const std::string& name, const Listener& listener) {
  const sim::PolicyKind& kind = *sim::find_policy_kind(name);
  study::Table table{{"policy", "what it does"}, {}};
  for (const policy::PolicyInfo& info : kind.list())
    table.rows.push_back({std::string(info.name), std::string(info.doc)});
  std::string text = fmt::format("{}: {}\n", kind.name, kind.doc);
  const auto choices = configuration_of(listener.machine).policies.all_of(kind);
  for (const sim::PolicyChoices::Choice& choice : choices)
    text += kind.chosen_by_units
                ? fmt::format("  {} on {}: {}\n", choice.key, listener.machine, choice.name)
                : fmt::format("  on {}: {}\n", listener.machine, choice.name);
  return text + fmt::format("  set it with: --set {}=NAME, one of\n\n{}", choices.front().key,
                            table.text(listener.width));
}

study::Table kinds_named(const std::vector<std::string>& names) {
  return kinds_table(among(names));
}

// Policies. A word may name a policy with or without its kind.

std::vector<std::string> policy_keys() {
  std::vector<std::string> keys;
  for (const sim::PolicyKind& kind : sim::policy_kinds()) {
    for (const std::string& name : sim::policy_names(kind))
      keys.push_back(sim::policy_key(kind.name, name));
  }
  return keys;
}

Fit fit_of_policy(const std::string& key, const std::string& word) {
  return folded(key.substr(key.find('.') + 1)) == word ? Fit::whole : fit_of_dotted(key, word);
}

/// The storage of a policy in words, such as "storage on gtx480: 1,920 bits an SM"; "" if the kind
/// has no storage in an SM.
std::string storage_text(const std::string& key, const Listener& listener) {
  for (const sim::PolicyStorage& storage :
       sim::storage_of_all(configuration_of(listener.machine))) {
    if (sim::policy_key(storage.kind, storage.name) != key) continue;
    const std::uint64_t bits = policy::total_bits(storage.items);
    std::string text =
        fmt::format("  storage on {}: {} bits an SM", listener.machine, format_count(bits));
    if (bits != 0) text += fmt::format(" (heddle cost --machine {} shows which)", listener.machine);
    return text + "\n";
  }
  return "";
}

std::string policy_text(const std::string& key, const Listener& listener) {
  const sim::PolicyKind& kind = *sim::find_policy_kind(key.substr(0, key.find('.')));
  const std::string name = key.substr(key.find('.') + 1);
  const auto all = kind.list();
  const policy::PolicyInfo& info = *std::ranges::find(all, name, &policy::PolicyInfo::name);
  std::string text = fmt::format("{}: {}\n\n", key, info.doc);
  if (!info.about.empty()) text += paragraph("", info.about, listener) + "\n";
  if (!info.source.empty()) text += paragraph("source: ", info.source, listener);
  if (!info.library.empty()) text += fmt::format("  library: {}\n", info.library);
  text += fmt::format("  kind: {}, {}\n", kind.name, kind.doc);
  if (kind.needs_future(name)) {
    text += fmt::format("  for replays alone: heddle replay --{} {}\n", kind.name, name);
  } else {
    for (const sim::PolicyChoices::Choice& choice : sim::PolicyChoices().all_of(kind))
      text += fmt::format("  set it with: --set {}={}\n", choice.key, name);
  }
  if (kind.needs_annotations(name))
    text +=
        "  needs: the compiler's analyses of loops and loads, which it gets without being asked\n";
  text += storage_text(key, listener);
  const study::Table parameters =
      parameters_table([&](std::string_view row) { return row.starts_with(key + "."); });
  if (parameters.rows.empty()) return text + "  parameters: none\n";
  return text + "\n" + parameters.text(listener.width);
}

study::Table policies_named(const std::vector<std::string>& names) {
  return policies_table(among(names));
}

// Parameters of the configuration.

/// The key of the parameter of each kernel; NAME stands for the name of any kernel.
constexpr const char* kKernelKey = "kernel.NAME.registers";

std::vector<std::string> parameter_keys() {
  std::vector<std::string> keys;
  for (const sim::ParameterRow& row : sim::all_parameters()) keys.push_back(row.key);
  keys.emplace_back(kKernelKey);
  return keys;
}

Fit fit_of_parameter(const std::string& key, const std::string& word) {
  if (key != kKernelKey) return fit_of_dotted(key, word);
  const bool is_it =
      word == "kernel" || (word.starts_with("kernel.") && word.ends_with(".registers"));
  return is_it ? Fit::whole : Fit::none;
}

std::string parameter_text(const std::string& key, const Listener& listener) {
  if (key == kKernelKey) {
    return "kernel.NAME.registers: registers a thread of that kernel has, for occupancy\n"
           "  a whole number, instead of what the compiler counts; NAME is the function's name\n"
           "  set it with: --set kernel.NAME.registers=VALUE\n";
  }
  const auto all = sim::all_parameters();
  const sim::ParameterRow& row = *std::ranges::find(all, key, &sim::ParameterRow::key);
  std::string text = fmt::format("{}: {}\n  {}: {}\n  default: {}\n", key, row.doc, row.type,
                                 row.range(), sim::to_string(row.value));
  const auto own = configuration_of(listener.machine).rows();
  const auto current = std::ranges::find(own, key, &sim::ParameterRow::key);
  if (current != own.end())
    text += fmt::format("  on {}: {}\n", listener.machine, sim::to_string(current->value));
  return text + fmt::format("  set it with: --set {}=VALUE\n", key);
}

study::Table parameters_named(const std::vector<std::string>& names) {
  return parameters_table(among(names));
}

constexpr std::array<Topic, 3> kSettingTopics = {{
    {"kinds of policies", "warp_scheduler, throttle", kind_names, fit_of_dotted, kind_text,
     kinds_named},
    {"policies", "gto, pro, ccws", policy_keys, fit_of_policy, policy_text, policies_named},
    {"parameters", "l1.hit_latency, l1, dram", parameter_keys, fit_of_parameter, parameter_text,
     parameters_named},
}};

}  // namespace

std::span<const Topic> setting_topics() { return kSettingTopics; }

}  // namespace heddle::cli
