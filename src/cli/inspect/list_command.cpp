#include <array>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/inspect/tables.hpp"
#include "cli/policy_option.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/gpgpusim/option_table.hpp"
#include "study/gpgpusim/statistics/statistic_table.hpp"
#include "study/nsight/metric_table.hpp"
#include "study/results/schema.hpp"

namespace heddle::cli {
namespace {

constexpr std::string_view kResults = "results";

study::Table gpgpusim_options(const Wanted& /*wanted*/) { return study::gpgpusim::option_table(); }

study::Table gpgpusim_statistics(const Wanted& /*wanted*/) {
  return study::gpgpusim::statistic_name_table();
}

study::Table nsight_metrics(const Wanted& /*wanted*/) { return study::nsight::metric_name_table(); }

struct ListSubject {
  std::string_view name;
  study::Table (*table)(const Wanted& wanted);
};

constexpr std::array<ListSubject, 9> kSubjects = {{{"kinds", kinds_table},
                                                   {"machines", machines_table},
                                                   {"instructions", instructions_table},
                                                   {"statistics", statistics_table},
                                                   {"parameters", parameters_table},
                                                   {probe::Probe::kKind, probes_table},
                                                   {"gpgpusim-options", gpgpusim_options},
                                                   {"gpgpusim-statistics", gpgpusim_statistics},
                                                   {"nsight-metrics", nsight_metrics}}};

study::Table policies_of(const sim::PolicyKind& kind) {
  study::Table table{{std::string(kind.name), "what it does", "parameters"}, {}};
  for (const policy::PolicyInfo& info : kind.list()) {
    sim::ParameterRows parameters;
    kind.describe(info.name, {}, parameters);
    std::vector<std::string> names;
    for (const sim::ParameterRow& row : parameters.rows) names.push_back(row.key);
    table.rows.push_back({std::string(info.name), std::string(info.doc), comma_list(names)});
  }
  return table;
}

study::Table table_of(const std::string& subject) {
  for (const ListSubject& candidate : kSubjects)
    if (candidate.name == subject) return candidate.table(all_names);
  if (const sim::PolicyKind* kind = sim::find_policy_kind(subject)) return policies_of(*kind);
  fail("nothing to list is called '{}'{}", subject, which_exist(subject, list_subjects()));
}

}  // namespace

std::vector<std::string> list_subjects() {
  std::vector<std::string> subjects;
  for (const ListSubject& subject : kSubjects) subjects.emplace_back(subject.name);
  for (const sim::PolicyKind& kind : sim::policy_kinds()) subjects.emplace_back(kind.name);
  subjects.emplace_back(kResults);
  return subjects;
}

int list_command(Arguments arguments) {
  CLI::App app("Lists what there is: heddle list [SUBJECT]", "heddle list");
  app.footer(
      "SUBJECT is kinds, machines, instructions, statistics, parameters, a kind of policy, "
      "probe,\n"
      "gpgpusim-options, gpgpusim-statistics and nsight-metrics: names of other tools beside "
      "heddle's,\n"
      "or results: the tables of a sweep's SQLite file.\n\n"
      "Examples:\n"
      "  heddle list machines\n"
      "  heddle list warp_scheduler\n"
      "  heddle list warp_scheduler --policy mine.so\n"
      "  heddle list instructions --markdown > instructions.md\n");
  std::string subject = "kinds";
  bool markdown = false;
  app.add_option("subject", subject, "what to list (kinds)");
  app.add_flag("--markdown", markdown, "as a Markdown table");
  std::vector<std::filesystem::path> libraries;
  add_policy_option(app, libraries);
  if (!parse(app, arguments)) return 0;
  for (const std::filesystem::path& library : libraries) sim::load_policy_library(library);
  if (subject == kResults) {
    fmt::print("{}", study::schema_text());
    return 0;
  }
  const study::Table table = table_of(subject);
  fmt::print("{}", markdown ? table.markdown() : table.text(jobs::terminal_width()));
  return 0;
}

}  // namespace heddle::cli
