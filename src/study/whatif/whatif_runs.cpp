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
#include "study/whatif/idealizations.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::vector<const Idealization*> chosen(const Words& names) {
  std::vector<const Idealization*> all;
  Words known;
  for (const Idealization& each : idealizations()) {
    known.emplace_back(each.name);
    if (names.empty()) all.push_back(&each);
  }
  for (const std::string& name : names) {
    const auto found = std::ranges::find(idealizations(), name, &Idealization::name);
    if (found == idealizations().end()) {
      fail("there is no idealization '{}'{}; there are {}", name, did_you_mean(name, known),
           comma_list(known));
    }
    all.push_back(&*found);
  }
  return all;
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
  const bool same_kernels =
      before == nullptr || std::ranges::equal(row.kernels, before->kernels, {}, &WhatifKernel::name,
                                              &WhatifKernel::name);
  if (!same_kernels) row.missing = "the program launched other kernels than before";
}

}  // namespace

WhatifResults measure_whatif(const WhatifRequest& request) {
  const std::vector<const Idealization*> wanted = chosen(request.names);
  const Repetitions repetitions(request.folder);
  std::vector<WhatifRow> rows = {{"", "the run as it is", "", {}, "", 0, {}}};
  std::vector<std::size_t> numbers = {0};  // of the rows that need a run
  for (const Idealization* each : wanted) {
    rows.push_back({std::string(each->name),
                    std::string(each->title),
                    std::string(each->meaning),
                    changes(*each, repetitions.settings()),
                    "",
                    0,
                    {}});
    if (rows.back().assignments.empty())
      rows.back().missing = "the run has this already";
    else
      numbers.push_back(rows.size() - 1);
  }
  std::vector<EndedRun> ended(rows.size());
  std::size_t count = 0;
  jobs::JobList list;
  list.count = numbers.size();
  list.at_once = request.at_once;
  list.start = [&](std::size_t job) {
    return repetitions.start(numbers[job], rows[numbers[job]].assignments, request.threads);
  };
  list.ended = [&](std::size_t job, const jobs::JobEnd& end) {
    const std::size_t number = numbers[job];
    ended[number] = judge_run(end, {}, repetitions.place(number), repetitions.output(number));
    if (number == 0 && ended[0].status != "ok")
      fail("the run, repeated as it is, fails now: {}", ended[0].message);
    if (request.progress) request.progress(++count, numbers.size());
  };
  list.idle = [](std::span<const jobs::RunningJob>) {};
  if (jobs::run_jobs(list) != 0) fail("interrupted");
  take(rows[0], ended[0], nullptr);
  if (rows[0].cycles == 0) fail("'{}' has no timed launches", request.folder.string());
  for (const std::size_t number : numbers)
    if (number != 0) take(rows[number], ended[number], &rows[0]);
  WhatifResults results{sim::version(), rows[0], {rows.begin() + 1, rows.end()}};
  std::ranges::stable_sort(results.rows, {}, [](const WhatifRow& row) {
    return std::pair(!row.missing.empty(), row.cycles);
  });
  return results;
}

}  // namespace heddle::study
