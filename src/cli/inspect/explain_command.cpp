#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/inspect/table.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/suggestion.hpp"
#include "heddle/sim/configuration.hpp"
#include "heddle/sim/launch_statistics.hpp"

namespace heddle::cli {
namespace {

std::string parameter_text(const sim::ParameterRow& row, const sim::Configuration& configuration,
                           const std::string& machine) {
  std::string text = fmt::format("{}: {}\n  {}: {}\n  default: {}\n", row.key, row.doc, row.type,
                                 row.range(), sim::to_string(row.value));
  for (const sim::ParameterRow& current : configuration.rows()) {
    if (current.key != row.key) continue;
    text += fmt::format("  on {}: {}\n", machine, sim::to_string(current.value));
  }
  return text + fmt::format("  set it with: --set {}=VALUE\n", row.key);
}

std::string kind_text(const sim::PolicyKind& kind) {
  std::string text =
      fmt::format("{}: {}\n  set it with: --set {}=NAME, one of\n", kind.name, kind.doc, kind.name);
  for (const policy::PolicyInfo& info : kind.list()) {
    text += fmt::format("    {:<14}{}\n", info.name, info.doc);
  }
  return text;
}

/// What a policy "<kind>.<name>" is, or "".
std::string policy_text(const std::string& key) {
  for (const sim::PolicyKind& kind : sim::policy_kinds()) {
    for (const policy::PolicyInfo& info : kind.list()) {
      if (sim::policy_key(kind.name, info.name) != key) continue;
      return fmt::format("{}: {}\n  set it with: --set {}={}\n", key, info.doc, kind.name,
                         info.name);
    }
  }
  return "";
}

/// Parameters of a section, or "".
std::string section_text(const std::string& key) {
  Table table{{"key", "default", "range", "meaning"}, {}};
  for (const sim::ParameterRow& row : sim::all_parameters()) {
    if (row.key.starts_with(key + "."))
      table.rows.push_back({row.key, sim::to_string(row.value), row.range(), row.doc});
  }
  return table.rows.empty() ? "" : table.text();
}

std::string statistic_text(const std::string& key) {
  for (const Statistic& statistic : sim::all_statistics()) {
    if (statistic.name != key) continue;
    return fmt::format("{}: {}\n  a result{}{}\n", key, statistic.description,
                       statistic.unit.empty() ? "" : ", in ", statistic.unit);
  }
  return "";
}

/// The keys that there are one of for each kernel, or "".
std::string kernel_text(const std::string& key) {
  if (key != "kernel" && !(key.starts_with("kernel.") && key.ends_with(".registers"))) return "";
  return "kernel.NAME.registers: registers a thread of that kernel has, for occupancy\n"
         "  a whole number, instead of what the compiler counts; NAME is the function's name\n"
         "  set it with: --set kernel.NAME.registers=VALUE\n";
}

std::vector<std::string> known_keys() {
  std::vector<std::string> keys;
  for (const sim::PolicyKind& kind : sim::policy_kinds()) keys.emplace_back(kind.name);
  for (const sim::ParameterRow& row : sim::all_parameters()) keys.push_back(row.key);
  for (const Statistic& statistic : sim::all_statistics()) keys.push_back(statistic.name);
  return keys;
}

std::string explanation(const std::string& key, const std::string& machine) {
  if (const sim::PolicyKind* kind = sim::find_policy_kind(key)) return kind_text(*kind);
  sim::ConfigurationRequest request;
  request.machine = machine;
  const sim::Configuration configuration = sim::Configuration::resolve(request);
  for (const sim::ParameterRow& row : sim::all_parameters()) {
    if (row.key == key) return parameter_text(row, configuration, machine);
  }
  std::string text = policy_text(key) + section_text(key) + kernel_text(key);
  if (text.empty()) text = statistic_text(key);
  if (!text.empty()) return text;
  fail("there is no key '{}'{} (heddle list parameters shows all)", key,
       did_you_mean(key, known_keys()));
}

}  // namespace

int explain_command(Arguments arguments) {
  CLI::App app("Says what a key means: heddle explain KEY", "heddle explain");
  app.footer(
      "Examples:\n"
      "  heddle explain warp_scheduler\n"
      "  heddle explain l1.hit_latency --machine v100\n"
      "  heddle explain dram                          all keys of a section\n"
      "  heddle explain stall.pipeline                a statistic\n");
  std::string key, machine = sim::kDefaultMachine;
  app.add_option("key", key, "a parameter, section, kind, policy or statistic")->required();
  app.add_option("--machine", machine, "whose value to show")->type_name("NAME");
  if (!parse(app, arguments)) return 0;
  fmt::print("{}", explanation(key, machine));
  return 0;
}

}  // namespace heddle::cli
