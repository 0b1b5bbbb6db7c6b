#include "study/corun/corun_folder.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/core.h>

#include "heddle/base/text/csv_field.hpp"
#include "heddle/sim/output/whole_file.hpp"
#include "heddle/sim/records/result_files.hpp"
#include "heddle/sim/records/results.hpp"
#include "heddle/sim/settings/machine_files.hpp"
#include "jobs/processes/own_executable.hpp"
#include "study/sources/revision.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

/// The value as text: "" if it is unknown, "inf" if it is infinite.
std::string number_text(const std::optional<double>& value) {
  return value ? fmt::format("{:.9g}", *value) : "";
}

/// Makes one launch record with the results of the whole program. Only the record of the first
/// program adds to the time of the process, because the programs run at the same time.
sim::LaunchRecord record_of(const CorunResult& result, std::size_t index) {
  const ProgramResult& program = result.programs[index];
  const Cycle lasted = program.outcome.ended - program.outcome.began;
  sim::LaunchRecord record;
  record.grid = index;
  record.kernel = program.name;
  const auto same_name = [&](const ProgramResult& other) { return other.name == program.name; };
  if (std::ranges::count_if(result.programs, same_name) > 1)
    record.kernel += fmt::format(" {}", index);
  record.stream = index;
  record.timed = record.complete = true;
  record.started = program.outcome.began;
  record.ended = program.outcome.ended;
  record.own_time = {.process = index == 0 ? lasted : 0, .kernel = lasted, .stream = lasted};
  record.statistics = program.outcome.statistics;
  return record;
}

/// Adds the statistics corun.*. Leaves out metrics that are unknown or infinite.
void add_metrics(const CorunRequest& request, const CorunResult& result,
                 std::vector<Statistic>& total) {
  const auto add = [&](const char* name, double value, const char* doc, const char* unit = "") {
    total.push_back({name, value, unit, doc, 1});
  };
  add("corun.programs", static_cast<double>(result.programs.size()), "that shared the GPU");
  add("corun.starved",
      static_cast<double>(std::ranges::count_if(result.programs, &ProgramResult::starved)),
      "programs that have executed nothing: the harmonic mean and the fairness are 0, and the mean "
      "of the slowdowns has no end");
  if (request.cycles != 0)
    add("corun.horizon", static_cast<double>(request.cycles), "after which all programs end",
        "cycles");
  if (result.sampled != 0)
    add("corun.sampled", static_cast<double>(result.sampled),
        "in which the policy sampled, and had not chosen", "cycles");
  const auto metrics = result.metrics();
  if (!metrics) return;
  add("corun.harmonic", metrics->harmonic, "harmonic mean of the programs' speed-ups");
  add("corun.weighted", metrics->weighted, "sum of the programs' speed-ups");
  if (std::isfinite(metrics->antt))
    add("corun.antt", metrics->antt, "mean of the programs' slowdowns");
  add("corun.fairness", metrics->fairness, "the smallest speed-up over the largest");
}

sim::RunOutcome status_of(const CorunResult& result) {
  for (const ProgramResult& program : result.programs) {
    if (program.outcome.differences.empty()) continue;
    return {sim::RunStatus::failed,
            fmt::format("the memory of {} is not what it was when its capture was made: {}",
                        program.name, program.outcome.differences.front()),
            1};
  }
  return {sim::RunStatus::complete, "", 0};
}

/// The table programs.csv: a line for each program, in the order of the command line.
std::string programs_csv(const CorunResult& result, const sim::Configuration& configuration) {
  std::string text =
      "program,name,runs,began,ended,warp_instructions,thread_instructions,ipc,alone_ipc,slowdown,"
      "l1_hits,l2_misses,interconnect,dram\n";
  for (std::size_t i = 0; i < result.programs.size(); ++i) {
    const ProgramResult& program = result.programs[i];
    const sim::TenantOutcome& outcome = program.outcome;
    const ProgramShares shares = shares_of(outcome, configuration);
    text += fmt::format("{},{},{},{},{},{},{},{:.9g},{},{},{:.9g},{:.9g},{:.9g},{:.9g}\n", i,
                        csv_field(program.name), outcome.runs, outcome.began, outcome.ended,
                        outcome.warp_instructions, outcome.thread_instructions, outcome.ipc(),
                        number_text(program.alone_ipc), number_text(program.slowdown()),
                        shares.l1_hits, shares.l2_misses, shares.interconnect, shares.dram);
  }
  return text;
}

/// The table windows.csv: a line for each program and window of time.
std::string windows_csv(const CorunResult& result) {
  std::string text =
      "program,began,ended,warp_instructions,requests,reply_flits,dram_bytes,sampled\n";
  for (std::size_t i = 0; i < result.programs.size(); ++i) {
    sim::TenantPoint before;
    for (const sim::TenantPoint& now : result.programs[i].outcome.points) {
      text += fmt::format("{},{},{},{},{},{},{},{}\n", i, before.cycle, now.cycle,
                          now.warp_instructions - before.warp_instructions,
                          now.requests - before.requests, now.reply_flits - before.reply_flits,
                          now.dram_bytes - before.dram_bytes, now.sampled - before.sampled);
      before = now;
    }
  }
  return text;
}

}  // namespace

void write_corun_folder(const CorunRequest& request, const sim::Configuration& configuration,
                        const CorunResult& result) {
  const fs::path folder = fs::absolute(request.out);
  sim::RunResult all;
  for (std::size_t i = 0; i < result.programs.size(); ++i) all.add(record_of(result, i));
  add_metrics(request, result, all.total);
  const sim::RunOutcome outcome = status_of(result);
  sim::RunSubject subject{
      {"corun"},
      request.programs.front(),
      sim::machine_label(request.configuration.machine.value_or(sim::kDefaultMachine)),
      request.typed,
      stated_revision(jobs::own_executable().parent_path())};
  subject.command.insert(subject.command.end(), request.programs.begin(), request.programs.end());
  sim::write_whole_file(folder / sim::kResolvedFile, configuration.to_toml());
  sim::write_whole_file(folder / sim::kProgramsFile, programs_csv(result, configuration));
  if (request.window != 0) sim::write_whole_file(folder / sim::kWindowsFile, windows_csv(result));
  sim::write_manifest(folder, subject, configuration, outcome, {});
  sim::write_stats(folder, subject.machine, all, outcome, {}, sim::StatsLevel::kernel);
}

}  // namespace heddle::study
