#include "study/whatif/whatif_runs.hpp"

#include <algorithm>
#include <fstream>
#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/output/version.hpp"
#include "heddle/sim/records/results.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "jobs/folders/temporary_folder.hpp"
#include "jobs/processes/job_pool.hpp"
#include "jobs/processes/own_executable.hpp"
#include "jobs/streams/output_option.hpp"
#include "study/runs/compared_run.hpp"
#include "study/store/ended_run.hpp"
#include "study/tables/table_lines.hpp"
#include "study/whatif/computed_gains.hpp"
#include "study/whatif/idealizations.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// What the user wants to know.
struct Wanted {
  std::vector<const Idealization*> runs;
  std::vector<const ComputedGain*> computed;
};

/// Appends the elements with one of these names; all elements if there are no names.
template <typename Element>
void append_named(std::span<const Element> all, const Words& names,
                  std::vector<const Element*>& to) {
  for (const Element& each : all)
    if (names.empty() || std::ranges::find(names, each.name) != names.end()) to.push_back(&each);
}

Wanted chosen(const Words& names) {
  Words known;
  for (const Idealization& each : idealizations()) known.emplace_back(each.name);
  for (const ComputedGain& each : computed_gains()) known.emplace_back(each.name);
  for (const std::string& name : names) {
    if (std::ranges::find(known, name) == known.end()) {
      fail("there is no idealization '{}'{}; there are {}", name, did_you_mean(name, known),
           comma_list(known));
    }
  }
  Wanted wanted;
  append_named(idealizations(), names, wanted.runs);
  append_named(computed_gains(), names, wanted.computed);
  return wanted;
}

/// Whether heddle itself was the run's program, with this internal command. The program's file then
/// is the input of the command.
bool is_own(const sim::SavedManifest& manifest, std::string_view command) {
  return manifest.command.front() == command &&
         fs::path(manifest.program).filename() != manifest.command.front();
}

/// Throws Error unless the run can be repeated.
void check_run(const fs::path& folder, const ComparedRun& run) {
  if (run.stats.status != "complete") {
    fail("the run of '{}' is {}: {}; only a complete run is repeated", folder.string(),
         run.stats.status, run.stats.reason);
  }
  if (run.manifest.command.empty())
    fail("'{}' does not say what its run was; repeat the run", folder.string());
  if (is_own(run.manifest, "corun")) {
    fail("'{}' is of heddle corun; heddle whatif repeats runs of one program, by heddle run",
         folder.string());
  }
}

/// The run that is repeated, and the files of its repetitions.
class Repetitions {
 public:
  explicit Repetitions(const fs::path& folder)
      : run_(std::move(read_runs({folder.string()}).front())), temporary_("whatif") {
    check_run(folder, run_);
    write_configuration(folder / sim::kResolvedFile);
  }

  const sim::Settings& settings() const { return run_.settings; }
  fs::path place(std::size_t number) const { return temporary_.path() / std::to_string(number); }
  fs::path output(std::size_t number) const { return place(number) += ".txt"; }

  jobs::JobStart start(std::size_t number, const Words& assignments, unsigned threads) const {
    Words words = {jobs::own_executable().string(),
                   "run",
                   "--quiet",
                   "--machine",
                   configuration().string(),
                   "--stats",
                   "kernel",
                   "--threads",
                   std::to_string(threads),
                   "--out",
                   place(number).string()};
    for (const std::string& assignment : assignments)
      words.insert(words.end(), {"--set", assignment});
    const Words& command = run_.manifest.command;
    const bool own = is_own(run_.manifest, "kernel") || is_own(run_.manifest, "captured");
    if (!own) words.emplace_back("--");
    words.insert(words.end(), command.begin() + (own ? 1 : 0), command.end());
    return {words, run_.manifest.folder, output(number)};
  }

 private:
  fs::path configuration() const { return temporary_.path() / "as_it_is.toml"; }
  /// Writes the run's configuration without what only observes a run.
  void write_configuration(const fs::path& resolved) const {
    sim::ConfigurationRequest request;
    request.machine = resolved.string();
    request.runs = false;
    sim::Configuration configuration = sim::Configuration::resolve(request);
    configuration.probes = {};
    configuration.run.capture = configuration.run.check_scalars = configuration.run.balance = false;
    jobs::write_output(this->configuration().string(), configuration.to_toml());
  }

  ComparedRun run_;
  jobs::TemporaryFolder temporary_;
};

double cycles_of(const std::vector<Statistic>& statistics) {
  return sim::value_of(statistics, "cycles");
}

constexpr const char* kOtherKernels = "the program launched other kernels than before";

bool has_same_kernels(const WhatifRow& row, const WhatifRow& before) {
  return std::ranges::equal(row.kernels, before.kernels, {}, &WhatifKernel::name,
                            &WhatifKernel::name);
}

/// Fills in the cycles that follow from the records of an ended run.
void compute(WhatifRow& row, const ComputedGain& gain, const EndedRun& run,
             const sim::Settings& settings, const WhatifRow& before) {
  row.is_computed = true;
  if (run.status != "ok") {
    row.missing = run.message;
    return;
  }
  if (processes_of_table(run.folder / "blocks.csv") > 1) {
    row.missing = "the program has several processes, of which the tables of the first are read";
    return;
  }
  row.kernels = gain.kernels({run.folder, run.stats, settings});
  if (!has_same_kernels(row, before)) {
    row.missing = kOtherKernels;
    return;
  }
  // The kernels' cycles can add up to more than those of the run, if kernels run side by side.
  row.cycles = before.cycles;
  for (std::size_t i = 0; i < row.kernels.size(); ++i)
    row.cycles -= before.kernels[i].cycles - row.kernels[i].cycles;
  row.cycles = std::max(row.cycles, 0.0);
}

/// Fills in the cycles of an ended run. `before`: the kernels of the run as it is; null: this is
/// that run.
void take(WhatifRow& row, const EndedRun& run, const WhatifRow* before) {
  if (run.status != "ok") {
    row.missing = run.message;
    return;
  }
  row.cycles = cycles_of(run.stats.total);
  for (const sim::SavedKernel& kernel : run.stats.kernels) {
    if (kernel.timed_launches != 0)
      row.kernels.push_back({kernel.name, cycles_of(kernel.statistics)});
  }
  if (before != nullptr && !has_same_kernels(row, *before)) row.missing = kOtherKernels;
}

/// The rows of the results without their cycles: the run as it is, the idealizations, the computed
/// gains.
std::vector<WhatifRow> empty_rows(const Wanted& wanted, const sim::Settings& settings) {
  std::vector<WhatifRow> rows(1);
  rows[0].title = "the run as it is";
  const auto add = [&](const auto& of, Words assignments) {
    WhatifRow& row = rows.emplace_back();
    row.name = of.name;
    row.title = of.title;
    row.meaning = of.meaning;
    row.assignments = std::move(assignments);
  };
  for (const Idealization* each : wanted.runs) {
    add(*each, changes(*each, settings));
    if (rows.back().assignments.empty()) rows.back().missing = "the run has this already";
  }
  for (const ComputedGain* each : wanted.computed) add(*each, {});
  return rows;
}

/// A run of the program: number 0 as it is, others by number of the row, and one that records what
/// the computed gains need.
struct Repeated {
  std::size_t number = 0;
  Words assignments;
};

std::vector<Repeated> repeated_runs(const Wanted& wanted, const std::vector<WhatifRow>& rows) {
  std::vector<Repeated> runs = {{0, {}}};
  for (std::size_t i = 1; i <= wanted.runs.size(); ++i)
    if (rows[i].missing.empty()) runs.push_back({i, rows[i].assignments});
  if (!wanted.computed.empty()) runs.push_back({rows.size(), recording_settings()});
  return runs;
}

/// Runs the program as often as needed. Returns the ended runs by their numbers.
std::vector<EndedRun> run_all(const std::vector<Repeated>& runs, const Repetitions& repetitions,
                              const WhatifRequest& request) {
  std::vector<EndedRun> ended(runs.back().number + 1);
  std::size_t count = 0;
  jobs::JobList list;
  list.count = runs.size();
  list.at_once = request.at_once;
  list.start = [&](std::size_t job) {
    return repetitions.start(runs[job].number, runs[job].assignments, request.threads);
  };
  list.ended = [&](std::size_t job, const jobs::JobEnd& end) {
    const std::size_t number = runs[job].number;
    ended[number] = judge_run(end, {}, repetitions.place(number), repetitions.output(number));
    if (number == 0 && ended[0].status != "ok")
      fail("the run, repeated as it is, fails now: {}", ended[0].message);
    if (request.progress) request.progress(++count, runs.size());
  };
  list.idle = [](std::span<const jobs::RunningJob>) {};
  if (jobs::run_jobs(list) != 0) fail("interrupted");
  return ended;
}

}  // namespace

WhatifResults measure_whatif(const WhatifRequest& request) {
  const Wanted wanted = chosen(request.names);
  const Repetitions repetitions(request.folder);
  std::vector<WhatifRow> rows = empty_rows(wanted, repetitions.settings());
  const std::vector<EndedRun> ended = run_all(repeated_runs(wanted, rows), repetitions, request);
  take(rows[0], ended[0], nullptr);
  if (rows[0].cycles == 0) fail("'{}' has no timed launches", request.folder.string());
  const std::size_t computed = 1 + wanted.runs.size();
  for (std::size_t i = 1; i < computed; ++i)
    if (rows[i].missing.empty()) take(rows[i], ended[i], &rows[0]);
  for (std::size_t i = computed; i < rows.size(); ++i)
    compute(rows[i], *wanted.computed[i - computed], ended.back(), repetitions.settings(), rows[0]);
  WhatifResults results{sim::version(), rows[0], {rows.begin() + 1, rows.end()}};
  std::ranges::stable_sort(results.rows, {}, [](const WhatifRow& row) {
    return std::pair(!row.missing.empty(), row.cycles);
  });
  return results;
}

}  // namespace heddle::study
