#include <algorithm>
#include <optional>
#include <system_error>

#include <fmt/core.h>

#include "cli/command.hpp"
#include "cli/reproduce/page_output.hpp"
#include "cli/reproduce/reproduce_request.hpp"
#include "cli/sweep/own_command_lines.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/statistics/counted.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/output/whole_file.hpp"
#include "heddle/sim/records/output_folder.hpp"
#include "jobs/folders/installed_folder.hpp"
#include "jobs/processes/own_executable.hpp"
#include "jobs/streams/output_option.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "jobs/streams/wrote.hpp"
#include "study/catalogue/workload_folder.hpp"
#include "study/claims/chip_runs.hpp"
#include "study/claims/chosen_matrix.hpp"
#include "study/correlation/correlation_tables.hpp"
#include "study/experiment_pages/claims_table.hpp"
#include "study/experiment_pages/figure_svg.hpp"
#include "study/experiment_pages/html_pages.hpp"
#include "study/records/record.hpp"
#include "study/records/verdict_recorder.hpp"
#include "study/results/schema.hpp"
#include "study/sources/revision.hpp"
#include "study/store/checked_results.hpp"
#include "study/store/stored_parameters.hpp"
#include "study/sweep/perform.hpp"
#include "study/sweep/sweep_tables.hpp"
#include "study/verdicts/reproduction.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

int list_claims(const study::Experiment& experiment, std::span<const study::Cell> cells) {
  study::Table table{{"claim", "study's value", "where"}, {}};
  for (const study::Claim& claim : experiment.claims) {
    table.rows.push_back({claim.id, claim.paper_text(), claim.where});
  }
  jobs::answer(fmt::format("{}\n{}, {}\n", table.text(), counted(experiment.claims.size(), "claim"),
                           counted(cells.size(), "run")));
  return 0;
}

void write_reports(const study::Reproduction& reproduction, const ReproduceRequest& request,
                   const fs::path& out) {
  study::draw_figures(reproduction.figures, out);
  sim::write_whole_file(out / "claims.json", study::claims_json(reproduction));
  const study::Revision revision = study::built_revision(jobs::own_executable().parent_path());
  sim::write_whole_file(out / "report.html", study::reproduction_page(reproduction, revision.name));
  if (!request.json.empty()) jobs::write_output(request.json, study::claims_json(reproduction));
}

bool any_missing(const study::Reproduction& reproduction) {
  return std::ranges::any_of(reproduction.variants, [](const study::JudgedVariant& of_variant) {
    return std::ranges::any_of(of_variant.claims, [](const study::JudgedClaim& judged) {
      return judged.verdict == study::Verdict::missing;
    });
  });
}

void print_claims(const study::Reproduction& reproduction, bool all) {
  for (const study::JudgedVariant& of_variant : reproduction.variants) {
    const std::string variant = of_variant.variant.text();
    if (!variant.empty()) jobs::answer(fmt::format("with {}\n", variant));
    const study::Table table = study::claims_table(of_variant, !all);
    jobs::answer(fmt::format("{}{}: {}\n", table.rows.empty() ? "" : table.text() + "\n",
                             counted(of_variant.claims.size(), "claim"),
                             study::count_text(of_variant.claims)));
  }
}

/// Prints the errors beside each chip, by counter and by row.
void print_correlations(const study::Reproduction& reproduction) {
  for (const study::JudgedVariant& of_variant : reproduction.variants) {
    const auto all = study::correlations(of_variant.claims);
    if (all.empty()) continue;
    jobs::answer(study::correlation_table(all).text(jobs::terminal_width()) + "\n");
    for (const std::string& chip : study::chips_of(all)) {
      jobs::answer(fmt::format("relative errors, {}\n{}\n", chip,
                               study::row_errors(all, chip).text(jobs::terminal_width())));
    }
  }
}

/// A folder for results. A new folder that stays empty is removed again.
class ResultsFolder {
 public:
  explicit ResultsFolder(const fs::path& path)
      : path_(fs::absolute(path)), is_new_(sim::make_folder("--out", path)) {}
  ResultsFolder(const ResultsFolder&) = delete;
  ResultsFolder& operator=(const ResultsFolder&) = delete;
  ~ResultsFolder() {
    std::error_code not_empty;
    if (is_new_) fs::remove(path_, not_empty);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  bool is_new_;
};

fs::path results_path(const study::Experiment& experiment, const ReproduceRequest& request) {
  if (!request.out.empty()) return fs::absolute(request.out);
  return fs::absolute(
      fmt::format("{}-{}", experiment.name, request.programs.empty() ? request.size : "programs"));
}

/// Prints the claims, writes the files of the results, and records the verdicts. Returns the exit
/// code.
int report(const study::Experiment& experiment, const ReproduceRequest& request,
           const study::Catalogue& catalogue, study::Database& database,
           const std::optional<study::VerdictRecorder>& recorder) {
  study::Reproduction reproduction =
      study::judge_reproduction(experiment, request.size, request.options(), catalogue, database);
  std::ranges::move(
      study::correlation_figures(study::correlations(reproduction.variants.front().claims)),
      std::back_inserter(reproduction.figures));
  if (reproduction.failed > 0) {
    jobs::say(
        "heddle reproduce: some runs failed; means leave them out, and what needs them is "
        "missing\n");
  }
  write_reports(reproduction, request, database.file().parent_path());
  if (!jobs::is_standard_output(request.json)) {
    print_claims(reproduction, request.all);
    print_correlations(reproduction);
  }
  if (recorder) {
    jobs::say(fmt::format("heddle reproduce: {} verdicts of size {} are in {}\n",
                          recorder->record(experiment, reproduction), request.size,
                          study::verdicts_file(experiment).string()));
  }
  return reproduction.failed == 0 && !any_missing(reproduction) ? 0 : 1;
}

int run_study(const study::Experiment& experiment, const ReproduceRequest& request,
              const study::SweepFile& sweep, std::span<const study::Cell> cells,
              const study::Catalogue& catalogue,
              const std::optional<study::VerdictRecorder>& recorder) {
  const ResultsFolder folder(results_path(experiment, request));
  const fs::path& out = folder.path();
  study::PerformedSweep performed(sweep, cells, catalogue,
                                  {out / "results.sqlite", request.jobs, request.retry},
                                  OwnCommandLines());
  study::Database& database = performed.store().database();
  jobs::say(fmt::format("heddle reproduce: {}; {} of them now; results in {}\n",
                        study::counts_line(database), performed.count().ran, out.string()));
  if (performed.count().interrupted_by != 0) {
    jobs::say("heddle reproduce: interrupted; the same command runs the rest\n");
    return 128 + performed.count().interrupted_by;
  }
  if (!performed.count().full_disk.empty()) {
    jobs::say("heddle reproduce: " + study::full_disk_text(database, performed.count().full_disk));
    return 1;
  }
  return report(experiment, request, catalogue, database, recorder);
}

/// Judges the results of an earlier run.
int judge_again(const study::Experiment& experiment, const ReproduceRequest& request,
                std::span<const study::Cell> cells, const study::Catalogue& catalogue) {
  study::Database results = study::open_checked_results(
      results_path(experiment, request) / "results.sqlite", "heddle reproduce");
  if (!study::has_parameters(results)) {
    jobs::say(
        fmt::format("heddle reproduce: '{}' is of an earlier heddle; the parameters of its runs "
                    "are taken from {}\n",
                    results.file().string(), experiment.matrix().string()));
    study::adopt_parameters(results, cells,
                            study::Configurations(cells, experiment.folder, OwnCommandLines()),
                            "the same command without --no-run runs what the file lacks");
  }
  return report(experiment, request, catalogue, results, {});
}

/// Names the programs that the user's folder lacks.
void say_missing(const study::Experiment& experiment) {
  const std::vector<std::string> missing = study::missing_programs(experiment);
  if (missing.empty()) return;
  jobs::say(fmt::format("heddle reproduce: '{}' lacks {}; their rows are missing\n",
                        experiment.programs.string(), comma_list(missing)));
}

int reproduce(const study::Experiment& experiment, const ReproduceRequest& request) {
  const study::SweepFile sweep =
      study::chosen_matrix(experiment, {request.size, request.settings}, OwnCommandLines());
  const study::Catalogue catalogue =
      study::read_catalogue(study::find_workloads(jobs::own_executable()));
  std::vector<study::Cell> cells = study::expand(sweep, catalogue).cells;
  for (study::Cell& cell : cells) {
    cell.assignments.insert(cell.assignments.end(), request.set.begin(), request.set.end());
  }
  if (request.list) return list_claims(experiment, cells);
  jobs::require_output_if_given("--json", request.json);
  if (request.no_run) {
    return judge_again(experiment, request, cells, catalogue);
  }
  std::optional<study::VerdictRecorder> recorder;
  if (request.record) recorder.emplace(jobs::own_executable().parent_path(), request.with_changes);
  return run_study(experiment, request, sweep, cells, catalogue, recorder);
}

}  // namespace

namespace {

int write_studies_page(const fs::path& experiments, const std::string& page) {
  jobs::require_output("--page", page);
  const study::Revision revision = study::built_revision(jobs::own_executable().parent_path());
  jobs::write_output(page,
                     study::studies_page(study::read_experiments(experiments), revision.name));
  if (!jobs::is_standard_output(page)) jobs::say_wrote(page, "", "open it in a browser");
  return 0;
}

/// Judges the recorded values of one experiment, or of all if `name` is "".
int rejudge(const fs::path& folder, const std::string& name) {
  const std::vector<std::string> names =
      name.empty() ? study::experiment_names(folder) : std::vector<std::string>{name};
  for (const std::string& one : names) {
    const study::Experiment experiment = study::read_experiment(folder, one);
    if (!fs::exists(study::verdicts_file(experiment))) continue;
    const std::size_t changed = study::judge_records_again(experiment);
    jobs::answer(fmt::format("{}: {} changed\n", one, counted(changed, "verdict")));
  }
  return 0;
}

}  // namespace

int reproduce_command(Arguments arguments) {
  ReproduceRequest request;
  if (!read_request(arguments, request)) return 0;
  const fs::path folder =
      jobs::installed_folder(jobs::own_executable(), "experiments", study::kExperimentsVariable);
  if (request.rejudge) return rejudge(folder, request.name);
  if (!request.reports.empty()) return write_pages(folder, request.reports);
  if (!request.page.empty()) return write_studies_page(folder, request.page);
  if (request.contradicted) return print_contradicted(folder, request.markdown);
  if (request.name.empty()) return print_scoreboard(folder, request.markdown);
  study::Experiment experiment = study::read_experiment(folder, request.name);
  if (!request.report.empty()) return write_page(experiment, request.report);
  if (!request.programs.empty()) {
    experiment = study::with_programs(std::move(experiment), request.programs);
    say_missing(experiment);
  }
  return reproduce(experiment, request);
}

}  // namespace heddle::cli
