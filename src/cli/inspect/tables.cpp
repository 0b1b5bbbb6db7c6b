#include "cli/inspect/tables.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "heddle/base/text/suggestion.hpp"
#include "heddle/isa/terms/op.hpp"
#include "heddle/sim/launches/launch_statistics.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "heddle/sim/settings/machine_files.hpp"

namespace heddle::cli {

Wanted among(const std::vector<std::string>& names) {
  return [&names](std::string_view name) { return std::ranges::find(names, name) != names.end(); };
}

study::Table kinds_table(const Wanted& wanted) {
  study::Table table{{"kind", "decides", "policies"}, {}};
  for (const sim::PolicyKind& kind : sim::policy_kinds()) {
    if (!wanted(kind.name)) continue;
    table.rows.push_back(
        {std::string(kind.name), std::string(kind.doc), comma_list(sim::policy_names(kind))});
  }
  if (wanted(probe::Probe::kKind)) {
    std::vector<std::string> probes;
    for (const policy::PolicyInfo& info : sim::probe_infos()) probes.emplace_back(info.name);
    table.rows.push_back({std::string(probe::Probe::kKind),
                          "nothing: any number of them look at a run", comma_list(probes)});
  }
  return table;
}

study::Table machines_table(const Wanted& wanted) {
  study::Table table{{"machine", "SMs", "core clock", "device"}, {}};
  for (const std::string& name : sim::machine_names()) {
    if (!wanted(name)) continue;
    sim::ConfigurationRequest request;
    request.machine = name;
    const gpu::MachineSpec machine = sim::Configuration::resolve(request).machine;
    table.rows.push_back({name, fmt::format("{}", machine.sm.count),
                          fmt::format("{} MHz", machine.device.core_clock_mhz),
                          machine.device.name});
  }
  table.align_right({1, 2});
  return table;
}

study::Table instructions_table(const Wanted& wanted) {
  study::Table table{{"operation", "class", "PTX"}, {}};
  for (const isa::OpInfo& op : isa::op_table()) {
    if (op.pattern.empty() || !wanted(op.name)) continue;
    table.rows.push_back(
        {std::string(op.name), std::string(isa::name_of(op.op_class)), std::string(op.pattern)});
  }
  return table;
}

study::Table statistics_table(const Wanted& wanted) {
  study::Table table{{"statistic", "unit", "meaning"}, {}};
  for (const Statistic& statistic : sim::all_statistics()) {
    if (wanted(statistic.name))
      table.rows.push_back({statistic.name, statistic.unit, statistic.description});
  }
  return table;
}

study::Table parameters_table(const Wanted& wanted) {
  study::Table table{{"key", "default", "range", "meaning"}, {}};
  for (const sim::ParameterRow& row : sim::all_parameters()) {
    if (wanted(row.key))
      table.rows.push_back({row.key, sim::to_string(row.value), row.range(), row.doc});
  }
  return table;
}

study::Table probes_table(const Wanted& wanted) {
  study::Table table{{"probe", "what it tells", "file", "options"}, {}};
  for (const policy::PolicyInfo& info : sim::probe_infos()) {
    const std::string key = fmt::format("{}.{}", probe::Probe::kKind, info.name);
    if (!wanted(key)) continue;
    const auto probe = sim::make_probe(info.name);
    std::vector<std::string> options;
    for (const sim::ParameterRow& row : sim::probe_rows(info.name, *probe))
      options.push_back(row.key);
    table.rows.push_back(
        {key, std::string(info.doc), std::string(probe->output().file), comma_list(options)});
  }
  return table;
}

study::Table policies_table(const Wanted& wanted) {
  study::Table table{{"policy", "what it does"}, {}};
  for (const sim::PolicyKind& kind : sim::policy_kinds()) {
    for (const policy::PolicyInfo& info : kind.list()) {
      const std::string key = sim::policy_key(kind.name, info.name);
      if (wanted(key)) table.rows.push_back({key, std::string(info.doc)});
    }
  }
  return table;
}

}  // namespace heddle::cli
