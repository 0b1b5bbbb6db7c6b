#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/sweep/own_command_lines.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/statistics/counted.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "jobs/processes/job_pool.hpp"
#include "jobs/streams/output_option.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "jobs/streams/wrote.hpp"
#include "study/plan/run_filter.hpp"
#include "study/plan/sweep_catalogue.hpp"
#include "study/results/schema.hpp"
#include "study/store/checked_results.hpp"
#include "study/store/export.hpp"
#include "study/sweep/perform.hpp"
#include "study/sweep/sweep_tables.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSweepFooter =
    "The file says what runs; for instance\n\n"
    "  workloads = [\"bfs\", \"hotspot\"]\n"
    "  sizes = [\"tiny\"]\n"
    "  machines = [\"gtx480\", \"v100\"]\n"
    "  [[setting]]\n"
    "  name = \"lrr\"\n"
    "  set = [\"warp_scheduler=lrr\"]\n"
    "  [[setting]]\n"
    "  name = \"gto\"\n"
    "  set = [\"warp_scheduler=gto\"]\n\n"
    "Each run is a heddle run of its own. Results go to one SQLite file, NAME.sqlite for "
    "NAME.toml,\n"
    "from which the same command takes what is there and runs the rest. docs/guide/sweeps.md says "
    "more.\n\n"
    "Examples:\n"
    "  heddle sweep schedulers.toml --jobs 4\n"
    "  heddle sweep schedulers.toml --list\n"
    "  heddle sweep schedulers.toml --filter workload=bfs --filter setting=gto,lrr\n"
    "  heddle sweep schedulers.toml --shard 3/8 --results third.sqlite\n"
    "  heddle sweep schedulers.toml --on slurm --time 2:00:00 --partition long --at-once 20\n"
    "  heddle sweep --results schedulers.sqlite --export csv > schedulers.csv\n";

struct SweepRequest {
  std::string file, results, csv, json, format, baseline, shard, runs, programs, cluster;
  std::vector<std::string> filters;
  std::string time, memory;  ///< of a task of the cluster
  study::slurm::JobChoice job;
  unsigned jobs = jobs::processors();
  bool list = false, retry = false, prune = false;
};

void add_cluster_options(CLI::App& app, SweepRequest& request) {
  app.add_option("--on", request.cluster, "where: slurm, as an array of jobs; default: here")
      ->type_name("CLUSTER")
      ->check(CLI::IsMember({"slurm"}));
  app.add_option("--tasks", request.job.tasks,
                 "at most, of that array; 256, or what the cluster takes")
      ->type_name("N")
      ->check(CLI::Range(1u, 1'000'000u));
  app.add_option("--at-once", request.job.at_once, "at most so many of its tasks run at a time")
      ->type_name("N")
      ->check(CLI::Range(1u, 1'000'000u));
  app.add_option("--time", request.time,
                 "of a task: minutes, HH:MM:SS or D-HH:MM:SS; a task that runs out of it is run "
                 "again with twice as much")
      ->type_name("TIME");
  app.add_option("--memory", request.memory, "of a task, as in 8GiB; likewise")->type_name("SIZE");
  app.add_option("--partition", request.job.partition, "of the cluster")->type_name("NAME");
  app.add_option("--account", request.job.account, "that the cluster charges")->type_name("NAME");
  app.add_option("--slurm", request.job.options, "another option of sbatch, as --slurm=--qos=x")
      ->type_name("OPTION")
      ->take_all()
      ->allow_extra_args(false);
}

bool read_request(Arguments arguments, SweepRequest& request) {
  CLI::App app("Runs workloads on machines with settings: heddle sweep FILE.toml [OPTIONS]",
               "heddle sweep");
  app.footer(kSweepFooter);
  app.add_option("file", request.file, "what to run");
  app.add_option("--results", request.results, "the SQLite file; default: NAME.sqlite")
      ->type_name("FILE");
  app.add_option("--jobs", request.jobs, "runs at a time; default: one a processor")
      ->type_name("N")
      ->check(CLI::Range(1u, jobs::kMostJobs));
  app.add_option("--csv", request.csv,
                 "then write a row for each run to this file; - prints it, not the table")
      ->type_name("FILE");
  app.add_option("--json", request.json, "then write everything to this file; -, likewise")
      ->type_name("FILE");
  app.add_option("--baseline", request.baseline, "setting that speed-ups are over; the first")
      ->type_name("SETTING");
  app.add_option("--shard", request.shard,
                 "make only the I-th of N shares of the runs; heddle merge brings them together")
      ->type_name("I/N");
  app.add_option("--runs", request.runs,
                 "make only these, by the number of each run from 1 on: 1-20,33 or @FILE")
      ->type_name("NUMBERS");
  app.add_option("--filter", request.filters,
                 "make and show only runs whose label matches: --filter setting=gto,ccws*; again "
                 "for another column or axis")
      ->type_name("COLUMN=PATTERN")
      ->take_all()
      ->allow_extra_args(false);
  add_cluster_options(app, request);
  app.add_option("--programs", request.programs, "folder with the compiled workloads")
      ->type_name("DIR");
  app.add_flag("--list", request.list, "only list the runs that there would be");
  app.add_flag("--retry", request.retry, "repeat runs that failed or exceeded a bound");
  app.add_flag("--prune", request.prune, "then remove results of runs that FILE no longer has");
  app.add_option("--export", request.format, "only print the results of --results: csv or json")
      ->check(CLI::IsMember({"csv", "json"}));
  return parse(app, arguments);
}

void export_to(study::Database& database, const std::string& format, const jobs::TextSink& sink) {
  format == "csv" ? study::export_csv(database, sink) : study::export_json(database, sink);
}

void export_file(study::Database& database, const std::string& format, const std::string& file) {
  if (file.empty()) return;
  jobs::write_output(file, [&](const jobs::TextSink& sink) { export_to(database, format, sink); });
  jobs::say_wrote(file);
}

void check_selection(const SweepRequest& request) {
  const char* const makes_none = request.list ? "--list" : "--export";
  const bool selects = !request.shard.empty() || !request.runs.empty();
  if (selects && (request.list || !request.format.empty()))
    fail("{} says which runs are made; {} makes none: leave one of them out",
         request.shard.empty() ? "--runs" : "--shard", makes_none);
  if (!request.filters.empty() && !request.format.empty())
    fail("--export writes all results; choose rows of them by SQL, or leave out --filter");
  if (!request.cluster.empty()) return;
  const study::slurm::JobChoice& job = request.job;
  const std::pair<const char*, bool> given[] = {{"--tasks", job.tasks != 0},
                                                {"--at-once", job.at_once != 0},
                                                {"--time", !request.time.empty()},
                                                {"--memory", !request.memory.empty()},
                                                {"--partition", !job.partition.empty()},
                                                {"--account", !job.account.empty()},
                                                {"--slurm", !job.options.empty()}};
  for (const auto& [option, is_given] : given)
    if (is_given) fail("{} is of a cluster's job: add --on slurm", option);
}

int export_only(const SweepRequest& request) {
  if (!request.file.empty())
    fail("--export prints what --results holds; leave out '{}'", request.file);
  if (request.results.empty())
    fail("--export {}: of which file? add --results FILE", request.format);
  study::Database database = study::open_checked_results(request.results, "heddle sweep");
  export_to(database, request.format, [](std::string_view text) { fmt::print("{}", text); });
  return 0;
}

/// The runs that the filters choose. None: there are no filters.
std::optional<study::RunNumbers> filtered(const SweepRequest& request,
                                          std::span<const study::Cell> cells) {
  if (request.filters.empty()) return std::nullopt;
  return study::RunNumbers(study::numbers_text(study::filtered_runs(cells, request.filters)));
}

int list_cells(const SweepRequest& request, const study::SweepFile& sweep,
               std::span<const study::Cell> cells) {
  const study::Configurations checked(cells, sweep.file.parent_path(), OwnCommandLines());
  study::Table table{{std::begin(study::kRunColumns), std::end(study::kRunColumns)}, {}};
  table.columns.emplace_back("set");
  const study::Selection shown{.filtered = filtered(request, cells)};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!shown.is_shown(i + 1)) continue;
    const study::Cell& cell = cells[i];
    const auto labels = cell.labels();
    auto& row = table.rows.emplace_back(labels.begin(), labels.end());
    row.push_back(fmt::to_string(fmt::join(cell.assignments, " ")));
  }
  fmt::print("{}", table.text());
  return 0;
}

/// Says which workloads do not run on which machines.
void say_left_out(std::span<const std::string> lines) {
  constexpr std::size_t kShown = 5;
  for (std::size_t i = 0; i < lines.size() && i < kShown; ++i) {
    jobs::say(fmt::format("heddle sweep: leaves out {}\n", lines[i]));
  }
  if (lines.size() <= kShown) return;
  jobs::say(
      fmt::format("heddle sweep: leaves out {} more workloads on machines that lack what "
                  "they need\n",
                  lines.size() - kShown));
}

fs::path results_of(const SweepRequest& request) {
  return request.results.empty() ? fs::path(request.file).replace_extension(".sqlite")
                                 : fs::path(request.results);
}

/// Checks that each output can be written, and that the outputs and the sweep's own file are all
/// different files.
void check_files(const SweepRequest& request) {
  jobs::require_output_if_given("--csv", request.csv);
  jobs::require_output_if_given("--json", request.json);
  std::vector<std::pair<const char*, fs::path>> known = {{"FILE", request.file},
                                                         {"--results", results_of(request)}};
  const auto is_same = [](const fs::path& one, const fs::path& other) {
    std::error_code error;
    return fs::weakly_canonical(fs::absolute(one), error) ==
               fs::weakly_canonical(fs::absolute(other), error) ||
           fs::equivalent(one, other, error);
  };
  if (!request.csv.empty()) known.emplace_back("--csv", request.csv);
  if (!request.json.empty()) known.emplace_back("--json", request.json);
  for (std::size_t i = 0; i < known.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!is_same(known[i].second, known[j].second)) continue;
      fail("{} and {} are the same file, '{}'; name another", known[j].first, known[i].first,
           known[i].second.string());
    }
  }
}

/// The settings of the runs that the selection shows.
std::vector<std::string> settings_of(std::span<const study::Cell> cells,
                                     const study::Selection& selection) {
  std::vector<std::string> settings;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string& setting = cells[i].setting;
    if (selection.is_shown(i + 1) && std::ranges::find(settings, setting) == settings.end())
      settings.push_back(setting);
  }
  return settings;
}

/// The setting that speed-ups are relative to: the setting that the user asks for, or the first
/// setting.
std::string baseline_of(const SweepRequest& request, std::span<const std::string> settings) {
  if (request.baseline.empty()) return settings.front();
  if (std::ranges::find(settings, request.baseline) == settings.end()) {
    fail("--baseline: there is no setting '{}'{}", request.baseline,
         which_exist(request.baseline, settings));
  }
  return request.baseline;
}

void print_report(study::Database& database, const std::string& baseline,
                  std::span<const std::string> settings, const study::Selection& selection) {
  fmt::print("{}", study::runs_table(database, selection).text());
  for (const auto table_of : {study::means_table, study::inputs_table}) {
    const study::Table table = table_of(database, baseline, settings);
    if (!table.rows.empty()) fmt::print("\n{}", table.text());
  }
}

/// The job of the cluster, with the limits that --time and --memory say.
study::slurm::JobChoice job_of(const SweepRequest& request) {
  study::slurm::JobChoice job = request.job;
  if (!request.time.empty()) {
    const auto seconds = study::slurm::parse_time(request.time);
    if (!seconds)
      fail("--time {}: expected minutes, HH:MM:SS or D-HH:MM:SS, as in 2:30:00", request.time);
    job.limits.seconds = *seconds;
  }
  if (!request.memory.empty()) {
    const auto bytes = parse_bytes(request.memory);
    if (!bytes || *bytes == 0) fail("--memory {}: expected a size, as in 8GiB", request.memory);
    job.limits.bytes = *bytes;
  }
  return job;
}

study::SweepChoice choice_of(const SweepRequest& request, const fs::path& results) {
  study::SweepChoice choice{.results = results, .at_once = request.jobs, .retry = request.retry};
  if (!request.shard.empty()) choice.selection.shard = study::parse_shard(request.shard);
  if (!request.runs.empty()) choice.selection.numbers.emplace(request.runs);
  choice.programs = request.programs;
  if (!request.cluster.empty()) choice.cluster = job_of(request);
  return choice;
}

int run_sweep(const SweepRequest& request, const study::SweepFile& sweep,
              const study::Catalogue& catalogue, std::span<const study::Cell> cells) {
  const fs::path results = results_of(request);
  check_files(request);
  study::SweepChoice choice = choice_of(request, results);
  if (choice.selection.numbers) choice.selection.numbers->check(cells.size());
  choice.selection.filtered = filtered(request, cells);
  const std::vector<std::string> settings = settings_of(cells, choice.selection);
  const std::string baseline = baseline_of(request, settings);
  study::PerformedSweep performed(sweep, cells, catalogue, choice, OwnCommandLines());
  study::ResultStore& store = performed.store();
  const study::RunCount& count = performed.count();
  jobs::say(fmt::format("heddle sweep: {}; {} of them now; results in {}\n",
                        study::counts_line(store.database()), count.ran, results.string()));
  if (count.changed != 0) {
    jobs::say(
        fmt::format("heddle sweep: {} changed while they ran; the same command runs them anew\n",
                    count.changed));
  }
  if (count.interrupted_by != 0) {
    jobs::say("heddle sweep: interrupted; the same command runs the rest\n");
    return 128 + count.interrupted_by;
  }
  if (!count.full_disk.empty()) {
    jobs::say("heddle sweep: " + study::full_disk_text(store.database(), count.full_disk));
    return 1;
  }
  if (request.prune)
    jobs::say(fmt::format("heddle sweep: {} removed\n", counted(store.prune(), "result")));
  export_file(store.database(), "csv", request.csv);
  export_file(store.database(), "json", request.json);
  const bool is_taken =
      jobs::is_standard_output(request.csv) || jobs::is_standard_output(request.json);
  if (!is_taken) print_report(store.database(), baseline, settings, choice.selection);
  return count.changed == 0 && performed.is_whole() ? 0 : 1;
}

}  // namespace

int sweep_command(Arguments arguments) {
  SweepRequest request;
  if (!read_request(arguments, request)) return 0;
  check_selection(request);
  if (!request.format.empty()) return export_only(request);
  if (request.file.empty()) fail("no file: heddle sweep FILE.toml (heddle sweep --help shows one)");
  const study::SweepFile sweep = study::read_sweep_file(request.file, OwnCommandLines());
  const study::Catalogue catalogue = study::catalogue_of(sweep);
  const study::ExpandedSweep expanded = study::expand(sweep, catalogue);
  say_left_out(expanded.left_out);
  return request.list ? list_cells(request, sweep, expanded.cells)
                      : run_sweep(request, sweep, catalogue, expanded.cells);
}

}  // namespace heddle::cli
