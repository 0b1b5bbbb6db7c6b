#include <algorithm>
#include <set>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fnmatch.h>

#include "cli/bench/workload_programs.hpp"
#include "cli/command.hpp"
#include "cli/installed_folder.hpp"
#include "cli/jobs/job_pool.hpp"
#include "cli/reproduce/gnuplot.hpp"
#include "cli/reproduce/report_html.hpp"
#include "cli/reproduce/report_markdown.hpp"
#include "cli/reproduce/report_table.hpp"
#include "cli/standard_streams.hpp"
#include "cli/sweep/perform.hpp"
#include "cli/sweep/sweep_report.hpp"
#include "heddle/base/error.hpp"
#include "heddle/sim/whole_file.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFooter =
    "Runs what a study ran, on its machine, and sets each of its claims beside what was measured:\n"
    "reproduced (the effect within a third of the study's), same sign, contradicted, not "
    "measurable.\n"
    "The folder then holds results.sqlite, report.html, a .svg for each figure and claims.json; "
    "what\n"
    "was run is not run again. HEDDLE_EXPERIMENTS can name another folder of experiments.\n\n"
    "Examples:\n"
    "  heddle reproduce                                    which experiments there are\n"
    "  heddle reproduce pro\n"
    "  heddle reproduce ccws --size paper --jobs 8\n"
    "  heddle reproduce pro --size paper --settings lrr gto tl pro\n"
    "  heddle reproduce daws --json claims.json --all      every claim, not headlines alone\n";

struct ReproduceRequest {
  std::string name, size = "small", out, json, document;
  std::vector<std::string> set, settings;
  unsigned jobs = processors();
  bool all = false, list = false, retry = false, no_figures = false;
};

bool read_request(Arguments arguments, ReproduceRequest& request) {
  CLI::App app("Repeats a study's experiments: heddle reproduce NAME [OPTIONS]",
               "heddle reproduce");
  app.footer(kFooter);
  app.add_option("name", request.name, "which experiment; none lists them");
  app.add_option("--size", request.size, "of the workloads: tiny, small or paper; default: small")
      ->check(CLI::IsMember({"tiny", "small", "paper"}));
  app.add_option("--out", request.out, "folder of the results; default: NAME-SIZE")
      ->type_name("DIR");
  app.add_option("--json", request.json, "write the claims to this file as well")
      ->type_name("FILE");
  app.add_option("--into", request.document, "put the tables into this Markdown file")
      ->type_name("FILE");
  app.add_option("--set", request.set,
                 "of every run, stronger than what matrix.toml sets: control.quantum=1")
      ->type_name("KEY=VALUE");
  app.add_option("--settings", request.settings,
                 "run these settings of matrix.toml alone, names or patterns; what needs others is "
                 "then missing")
      ->type_name("NAME");
  app.add_option("--jobs", request.jobs, "runs at a time; default: one a processor")
      ->type_name("N")
      ->check(CLI::Range(1u, kMostJobs));
  app.add_flag("--all", request.all, "print all claims, not the headlines alone");
  app.add_flag("--list", request.list, "only list the claims and how many runs there would be");
  app.add_flag("--retry", request.retry, "repeat runs that failed or exceeded a bound");
  app.add_flag("--no-figures", request.no_figures, "draw nothing: then gnuplot is not needed");
  return parse(app, arguments);
}

int list_experiments(const fs::path& folder) {
  Table table{{"experiment", "claims", "study"}, {}};
  for (const std::string& name : experiment_names(folder)) {
    const Experiment experiment = read_experiment(folder, name);
    table.rows.push_back({name, std::to_string(experiment.claims.size()), experiment.title});
  }
  fmt::print("{}", table.text());
  return 0;
}

int list_claims(const Experiment& experiment, std::span<const Cell> cells) {
  Table table{{"claim", "study's value", "where"}, {}};
  for (const Claim& claim : experiment.claims) {
    table.rows.push_back({claim.id, claim.paper_text(), claim.where});
  }
  fmt::print("{}\n{} claims, {} runs\n", table.text(), experiment.claims.size(), cells.size());
  return 0;
}

/// Leaves of each matrix the settings that were asked for, and all choices of other axes.
void keep_settings(SweepFile& sweep, const std::vector<std::string>& patterns) {
  const auto is_main = [](const SettingGroup& group) { return group.axis == kDefaultAxis; };
  const auto matches = [](const std::string& pattern, const SettingGroup& group) {
    return fnmatch(pattern.c_str(), group.name.c_str(), 0) == 0;
  };
  for (const std::string& pattern : patterns) {
    const bool any = std::ranges::any_of(sweep.groups, [&](const SettingGroup& group) {
      return is_main(group) && matches(pattern, group);
    });
    if (!any) fail("--settings: {} has no setting '{}'", sweep.file.string(), pattern);
  }
  std::set<std::string> dropped;
  for (const SettingGroup& group : sweep.groups) {
    const bool is_asked = std::ranges::any_of(
        patterns, [&](const std::string& pattern) { return matches(pattern, group); });
    if (is_main(group) && !is_asked) dropped.insert(group.name);
  }
  const auto is_dropped = [&](const std::string& name) { return dropped.contains(name); };
  std::erase_if(sweep.matrices, [&](SweepMatrix& matrix) {
    const std::size_t before = matrix.settings.size();
    std::erase_if(matrix.settings, is_dropped);
    const bool has_main = std::ranges::any_of(sweep.groups, [&](const SettingGroup& group) {
      return is_main(group) &&
             std::ranges::find(matrix.settings, group.name) != matrix.settings.end();
    });
    return before != matrix.settings.size() && !has_main;
  });
}

/// The matrix in the size and with the settings that were asked for; parts that state a size keep
/// it.
SweepFile chosen_matrix(const Experiment& experiment, const ReproduceRequest& request) {
  SweepFile sweep = read_sweep_file(experiment.matrix());
  for (SweepMatrix& matrix : sweep.matrices) {
    if (matrix.sizes.empty() && matrix.arguments.empty()) matrix.sizes = {request.size};
  }
  if (!request.settings.empty()) keep_settings(sweep, request.settings);
  return sweep;
}

std::string options_text(const ReproduceRequest& request) {
  std::string text;
  for (const std::string& assignment : request.set) text += " --set " + assignment;
  if (!request.settings.empty()) {
    text += fmt::format(" --settings {}", fmt::join(request.settings, " "));
  }
  return text;
}

Reproduction found(const Experiment& experiment, const ReproduceRequest& request,
                   std::span<const Cell> cells, const Catalogue& catalogue, Database& database) {
  Reproduction reproduction;
  reproduction.experiment = experiment.name;
  reproduction.title = experiment.title;
  reproduction.size = request.size;
  reproduction.options = options_text(request);
  reproduction.runs = cells.size();
  for (const Cell& cell : cells) {
    if (std::ranges::find(reproduction.machines, cell.machine) == reproduction.machines.end()) {
      reproduction.machines.push_back(cell.machine);
    }
  }
  Statement failed(database, "SELECT count(*) FROM runs WHERE status <> 'ok'");
  failed.next();
  reproduction.failed = static_cast<std::size_t>(failed.whole(0));
  for (const Variant& variant : variants(database)) {
    Evaluation evaluation(experiment, catalogue, database.file(), variant);
    VariantResults results{variant, evaluation.claims()};
    if (reproduction.results.empty()) {
      reproduction.figures = evaluation.figures();
    } else {
      std::erase_if(results.claims, [](const ClaimResult& result) {
        return result.verdict == Verdict::missing || result.verdict == Verdict::not_measurable;
      });
    }
    reproduction.results.push_back(std::move(results));
  }
  std::erase_if(reproduction.figures, [](const FigureData& data) {
    return std::ranges::none_of(data.points,
                                [](const FigurePoint& point) { return point.y.has_value(); });
  });
  return reproduction;
}

void write_reports(const Reproduction& reproduction, const ReproduceRequest& request,
                   const fs::path& out) {
  if (!request.no_figures) draw(reproduction.figures, out);
  sim::write_whole_file(out / "claims.json", claims_json(reproduction));
  sim::write_whole_file(out / "report.html",
                        html_page(reproduction, request.no_figures ? fs::path() : out));
  if (!request.json.empty()) {
    sim::write_whole_file(fs::absolute(request.json), claims_json(reproduction));
  }
  if (!request.document.empty()) update_document(fs::absolute(request.document), reproduction);
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
    if (!variant.empty()) fmt::print("with {}\n", variant);
    fmt::print("{}\n{} claims: {}\n", claims_table(results, !all).text(), results.claims.size(),
               count_text(results.claims));
  }
}

/// Throws before the first run, not after the last.
void require_folder_of(const std::string& json) {
  if (json.empty()) return;
  const fs::path folder = fs::absolute(json).parent_path();
  if (!fs::is_directory(folder)) fail("--json {}: there is no folder '{}'", json, folder.string());
}

/// A folder of results; if nothing came of them it is gone again.
class ResultsFolder {
 public:
  explicit ResultsFolder(fs::path path) : path_(std::move(path)) {
    std::error_code error;
    is_new_ = fs::create_directories(path_, error);
    if (error || !fs::is_directory(path_))
      fail("--out {}: cannot make this folder{}{}", path_.string(), error ? ": " : ", it is a file",
           error ? error.message() : "");
  }
  ResultsFolder(const ResultsFolder&) = delete;
  ResultsFolder& operator=(const ResultsFolder&) = delete;
  ~ResultsFolder() {
    std::error_code not_empty;
    if (is_new_) fs::remove(path_, not_empty);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  bool is_new_ = false;
};

int reproduce(const Experiment& experiment, const ReproduceRequest& request, const SweepFile& sweep,
              std::span<const Cell> cells, const Catalogue& catalogue) {
  if (!request.no_figures) require_gnuplot();
  if (!request.document.empty()) require_place(request.document, request.size);
  require_folder_of(request.json);
  const ResultsFolder folder(fs::absolute(
      request.out.empty() ? fmt::format("{}-{}", experiment.name, request.size) : request.out));
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
  if (!all_are_ok(database)) {
    say("heddle reproduce: some runs failed; means leave them out, and what needs them is "
        "missing\n");
  }
  const Reproduction reproduction = found(experiment, request, cells, catalogue, database);
  write_reports(reproduction, request, out);
  print_claims(reproduction, request.all);
  return reproduction.failed == 0 && !any_missing(reproduction) ? 0 : 1;
}

}  // namespace

int reproduce_command(Arguments arguments) {
  ReproduceRequest request;
  if (!read_request(arguments, request)) return 0;
  const fs::path folder = installed_folder(own_executable(), "experiments", kExperimentsVariable);
  if (request.name.empty()) return list_experiments(folder);
  const Experiment experiment = read_experiment(folder, request.name);
  const SweepFile sweep = chosen_matrix(experiment, request);
  const Catalogue catalogue = read_catalogue(find_workloads(own_executable()));
  std::vector<Cell> cells = expand(sweep, catalogue);
  for (Cell& cell : cells) {
    cell.assignments.insert(cell.assignments.end(), request.set.begin(), request.set.end());
  }
  if (request.list) return list_claims(experiment, cells);
  return reproduce(experiment, request, sweep, cells, catalogue);
}

}  // namespace heddle::cli
