#include <algorithm>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/installed_folder.hpp"
#include "cli/output_option.hpp"
#include "cli/reproduce/chosen_matrix.hpp"
#include "cli/reproduce/judge.hpp"
#include "cli/reproduce/pages/figure_svg.hpp"
#include "cli/reproduce/pages/recorded_pages.hpp"
#include "cli/reproduce/pages/report_table.hpp"
#include "cli/reproduce/pages/reproduction_data.hpp"
#include "cli/reproduce/records/recorded_verdicts.hpp"
#include "cli/reproduce/records/recorder.hpp"
#include "cli/reproduce/records/revision.hpp"
#include "cli/results/schema.hpp"
#include "cli/standard_streams.hpp"
#include "cli/suite/workload_folder.hpp"
#include "cli/sweep/perform.hpp"
#include "cli/sweep/store/stored_parameters.hpp"
#include "cli/sweep/sweep_report.hpp"
#include "cli/wrote.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/statistics/counted.hpp"
#include "heddle/sim/output/whole_file.hpp"
#include "heddle/sim/records/output_folder.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

int list_claims(const Experiment& experiment, std::span<const Cell> cells) {
  Table table{{"claim", "study's value", "where"}, {}};
  for (const Claim& claim : experiment.claims) {
    table.rows.push_back({claim.id, claim.paper_text(), claim.where});
  }
  answer(fmt::format("{}\n{}, {}\n", table.text(), counted(experiment.claims.size(), "claim"),
                     counted(cells.size(), "run")));
  return 0;
}

void write_reports(const Reproduction& reproduction, const ReproduceRequest& request,
                   const fs::path& out) {
  draw_figures(reproduction.figures, out);
  sim::write_whole_file(out / "claims.json", claims_json(reproduction));
  const Revision revision = built_revision(own_executable().parent_path());
  sim::write_whole_file(out / "report.html", reproduction_page(reproduction, revision.name));
  if (!request.json.empty()) write_output(request.json, claims_json(reproduction));
}

bool any_missing(const Reproduction& reproduction) {
  return std::ranges::any_of(reproduction.results, [](const VariantResults& results) {
    return std::ranges::any_of(results.claims, [](const ClaimResult& result) {
      return result.verdict == Verdict::missing;
    });
  });
}

void print_claims(const Reproduction& reproduction, bool all) {
  for (const VariantResults& results : reproduction.results) {
    const std::string variant = results.variant.text();
    if (!variant.empty()) answer(fmt::format("with {}\n", variant));
    answer(fmt::format("{}\n{}: {}\n", claims_table(results, !all).text(),
                       counted(results.claims.size(), "claim"), count_text(results.claims)));
  }
}

/// A folder of results; if nothing came of them it is gone again.
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

fs::path results_path(const Experiment& experiment, const ReproduceRequest& request) {
  return fs::absolute(request.out.empty() ? fmt::format("{}-{}", experiment.name, request.size)
                                          : request.out);
}

/// Reports on the results, to people and as files, and records them. The exit code.
int report(const Experiment& experiment, const ReproduceRequest& request,
           const Catalogue& catalogue, Database& database,
           const std::optional<Recorder>& recorder) {
  const Reproduction reproduction = judge_results(experiment, request, catalogue, database);
  if (reproduction.failed > 0) {
    say("heddle reproduce: some runs failed; means leave them out, and what needs them is "
        "missing\n");
  }
  write_reports(reproduction, request, database.file().parent_path());
  if (!is_standard_output(request.json)) print_claims(reproduction, request.all);
  if (recorder) {
    say(fmt::format("heddle reproduce: {} verdicts of size {} are in {}\n",
                    recorder->record(experiment, reproduction), request.size,
                    verdicts_file(experiment).string()));
  }
  return reproduction.failed == 0 && !any_missing(reproduction) ? 0 : 1;
}

int run_study(const Experiment& experiment, const ReproduceRequest& request, const SweepFile& sweep,
              std::span<const Cell> cells, const Catalogue& catalogue,
              const std::optional<Recorder>& recorder) {
  const ResultsFolder folder(results_path(experiment, request));
  const fs::path& out = folder.path();
  PerformedSweep performed(sweep, cells, catalogue,
                           {out / "results.sqlite", request.jobs, request.retry});
  Database& database = performed.store().database();
  say(fmt::format("heddle reproduce: {}; {} of them now; results in {}\n", counts_line(database),
                  performed.count().ran, out.string()));
  if (performed.count().interrupted_by != 0) {
    say("heddle reproduce: interrupted; the same command runs the rest\n");
    return 128 + performed.count().interrupted_by;
  }
  if (!performed.count().full_disk.empty()) {
    say("heddle reproduce: " + full_disk_text(database, performed.count().full_disk));
    return 1;
  }
  return report(experiment, request, catalogue, database, recorder);
}

/// Judges what an earlier run left.
int judge_again(const Experiment& experiment, const ReproduceRequest& request,
                std::span<const Cell> cells, const Catalogue& catalogue) {
  Database results = open_results(results_path(experiment, request) / "results.sqlite");
  if (!has_parameters(results)) {
    say(
        fmt::format("heddle reproduce: '{}' is of an earlier heddle; the parameters of its runs "
                    "are taken from {}\n",
                    results.file().string(), experiment.matrix().string()));
    adopt_parameters(results, cells, Configurations(cells, experiment.folder),
                     "the same command without --no-run runs what the file lacks");
  }
  return report(experiment, request, catalogue, results, {});
}

int reproduce(const Experiment& experiment, const ReproduceRequest& request) {
  const SweepFile sweep = chosen_matrix(experiment, request);
  const Catalogue catalogue = read_catalogue(find_workloads(own_executable()));
  std::vector<Cell> cells = expand(sweep, catalogue);
  for (Cell& cell : cells) {
    cell.assignments.insert(cell.assignments.end(), request.set.begin(), request.set.end());
  }
  if (request.list) return list_claims(experiment, cells);
  require_output_if_given("--json", request.json);
  if (request.no_run) {
    return judge_again(experiment, request, cells, catalogue);
  }
  std::optional<Recorder> recorder;
  if (request.record) recorder.emplace(own_executable().parent_path(), request.with_changes);
  return run_study(experiment, request, sweep, cells, catalogue, recorder);
}

}  // namespace

namespace {

int write_studies_page(const fs::path& experiments, const std::string& page) {
  require_output("--page", page);
  const Revision revision = built_revision(own_executable().parent_path());
  write_output(page, studies_page(read_experiments(experiments), revision.name));
  if (!is_standard_output(page)) say_wrote(page, "", "open it in a browser");
  return 0;
}

}  // namespace

int reproduce_command(Arguments arguments) {
  ReproduceRequest request;
  if (!read_request(arguments, request)) return 0;
  const fs::path folder = installed_folder(own_executable(), "experiments", kExperimentsVariable);
  if (!request.reports.empty()) return write_pages(folder, request.reports);
  if (!request.page.empty()) return write_studies_page(folder, request.page);
  if (request.contradicted) return print_contradicted(folder, request.markdown);
  if (request.name.empty()) return print_scoreboard(folder, request.markdown);
  const Experiment experiment = read_experiment(folder, request.name);
  if (!request.report.empty()) return write_page(experiment, request.report);
  return reproduce(experiment, request);
}

}  // namespace heddle::cli
