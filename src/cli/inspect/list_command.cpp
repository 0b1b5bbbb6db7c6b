#include <algorithm>
#include <array>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/inspect/table.hpp"
#include "cli/results/schema.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/suggestion.hpp"
#include "heddle/isa/op.hpp"
#include "heddle/sim/configuration.hpp"
#include "heddle/sim/launch_statistics.hpp"
#include "heddle/sim/machine_files.hpp"

namespace heddle::cli {
namespace {

Table kinds_table() {
  Table table{{"kind", "decides", "policies"}, {}};
  for (const sim::PolicyKind& kind : sim::policy_kinds()) {
    table.rows.push_back(
        {std::string(kind.name), std::string(kind.doc), comma_list(sim::policy_names(kind))});
  }
  return table;
}

Table machines_table() {
  Table table{{"machine", "device", "SMs", "core clock"}, {}};
  for (const std::string& name : sim::machine_names()) {
    sim::ConfigurationRequest request;
    request.machine = name;
    const gpu::MachineSpec machine = sim::Configuration::resolve(request).machine;
    table.rows.push_back({name, machine.device.name, fmt::format("{}", machine.sm.count),
                          fmt::format("{} MHz", machine.device.core_clock_mhz)});
  }
  return table;
}

Table instructions_table() {
  Table table{{"operation", "class", "PTX"}, {}};
  for (const isa::OpInfo& op : isa::op_table()) {
    if (op.pattern.empty()) continue;
    table.rows.push_back(
        {std::string(op.name), std::string(isa::name_of(op.op_class)), std::string(op.pattern)});
  }
  return table;
}

Table statistics_table() {
  Table table{{"statistic", "unit", "meaning"}, {}};
  for (const Statistic& statistic : sim::all_statistics()) {
    table.rows.push_back({statistic.name, statistic.unit, statistic.description});
  }
  return table;
}

Table parameters_table(std::string_view prefix) {
  Table table{{"key", "default", "range", "meaning"}, {}};
  for (const sim::ParameterRow& row : sim::all_parameters()) {
    if (!row.key.starts_with(prefix)) continue;
    table.rows.push_back({row.key, sim::to_string(row.value), row.range(), row.doc});
  }
  return table;
}

constexpr std::string_view kResults = "results";

Table all_parameters_table() { return parameters_table(""); }

struct Subject {
  std::string_view name;
  Table (*table)();
};

constexpr std::array<Subject, 5> kSubjects = {{{"kinds", kinds_table},
                                               {"machines", machines_table},
                                               {"instructions", instructions_table},
                                               {"statistics", statistics_table},
                                               {"parameters", all_parameters_table}}};

Table policies_table(const sim::PolicyKind& kind) {
  Table table{{std::string(kind.name), "parameters", "what it does"}, {}};
  for (const policy::PolicyInfo& info : kind.list()) {
    sim::ParameterRows parameters;
    kind.describe(info.name, {}, parameters);
    std::vector<std::string> names;
    for (const sim::ParameterRow& row : parameters.rows) names.push_back(row.key);
    table.rows.push_back({std::string(info.name), comma_list(names), std::string(info.doc)});
  }
  return table;
}

Table table_of(const std::string& subject) {
  std::vector<std::string> known;
  for (const Subject& candidate : kSubjects) {
    if (candidate.name == subject) return candidate.table();
    known.emplace_back(candidate.name);
  }
  if (const sim::PolicyKind* kind = sim::find_policy_kind(subject)) return policies_table(*kind);
  for (const sim::PolicyKind& kind : sim::policy_kinds()) known.emplace_back(kind.name);
  known.emplace_back(kResults);
  fail("nothing to list is called '{}'{}", subject, which_exist(subject, known));
}

}  // namespace

int list_command(Arguments arguments) {
  CLI::App app("Lists what there is: heddle list [SUBJECT]", "heddle list");
  app.footer(
      "SUBJECT is kinds, machines, instructions, statistics, parameters, a kind of policy, or "
      "results:\n"
      "the tables of a sweep's SQLite file.\n\n"
      "Examples:\n"
      "  heddle list machines\n"
      "  heddle list warp_scheduler\n"
      "  heddle list instructions --markdown > instructions.md\n");
  std::string subject = "kinds";
  bool markdown = false;
  app.add_option("subject", subject, "what to list (kinds)");
  app.add_flag("--markdown", markdown, "as a Markdown table");
  if (!parse(app, arguments)) return 0;
  if (subject == kResults) {
    fmt::print("{}", schema_text());
    return 0;
  }
  const Table table = table_of(subject);
  fmt::print("{}", markdown ? table.markdown() : table.text());
  return 0;
}

}  // namespace heddle::cli
