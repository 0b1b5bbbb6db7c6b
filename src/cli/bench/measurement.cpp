#include "cli/bench/measurement.hpp"

#include <algorithm>

#include "cli/bench/step.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/words.hpp"
#include "heddle/sim/records/results.hpp"
#include "heddle/sim/records/saved_stats.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kNanoseconds = 1e9;  ///< nanoseconds in a second

/// Runs the program of the case once, and returns its results.
sim::SavedStats run_once(const BenchCase& subject, const fs::path& folder, const char* timing,
                         const std::vector<std::string>& settings) {
  const fs::path out = folder / "results";
  std::vector<std::string> arguments = {
      "run",      "--quiet",    "--machine",  subject.machine,
      "--timing", timing,       "--threads",  std::to_string(subject.threads),
      "--out",    out.string(), "--overwrite"};
  for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
  arguments.insert(arguments.end(), {"--", (folder / subject.row.workload).string()});
  for (std::string& word : split_words(subject.row.arguments)) arguments.push_back(std::move(word));
  run_step(subject.text(), arguments, folder);
  sim::SavedStats stats = sim::read_stats(out);
  if (stats.status != "complete") fail("{}: the run is {}", subject.text(), stats.status);
  return stats;
}

std::uint64_t count_of(const sim::SavedStats& stats, std::string_view name) {
  return static_cast<std::uint64_t>(sim::value_of(stats.total, name));
}

template <typename Value, typename Less>
const Value& median_of(std::vector<const Value*> values, Less less) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end(),
                   [&](const Value* a, const Value* b) { return less(*a, *b); });
  return **middle;
}

template <typename Value>
std::vector<const Value*> pointers(const std::vector<Value>& values) {
  std::vector<const Value*> all;
  all.reserve(values.size());
  for (const Value& value : values) all.push_back(&value);
  return all;
}

}  // namespace

std::string BenchCase::text() const {
  return fmt::format("{} on {}, {} thread{}", row.name, machine, threads, threads == 1 ? "" : "s");
}

double TimedRun::per_instruction(double seconds) const {
  return warp_instructions == 0 ? 0
                                : seconds * kNanoseconds / static_cast<double>(warp_instructions);
}

const TimedRun& Measurement::median() const {
  return median_of<TimedRun>(pointers(runs), [](const TimedRun& a, const TimedRun& b) {
    return a.host_seconds < b.host_seconds;
  });
}

double Measurement::median_functional_ns() const {
  return median_of<double>(pointers(functional_ns), std::less<double>());
}

void measure(Measurement& measurement, const fs::path& folder) {
  const BenchCase& subject = measurement.subject;
  std::vector<std::string> settings = split_words(subject.row.settings);
  if (subject.balance) settings.emplace_back("run.balance=true");
  const sim::SavedStats timed = run_once(subject, folder, "full", settings);
  const TimedRun run{timed.host.simulation_seconds,
                     timed.host.phase_seconds,
                     count_of(timed, "cycles"),
                     count_of(timed, "warp_instructions"),
                     timed.host.peak_bytes,
                     timed.host.wall_seconds,
                     timed.launches,
                     timed.host.balance};
  if (run.warp_instructions == 0) fail("{}: no kernel ran", subject.text());
  if (!measurement.runs.empty()) {
    const TimedRun& first = measurement.runs.front();
    if (run.cycles != first.cycles || run.warp_instructions != first.warp_instructions) {
      fail("{}: two runs differ: {} and {} cycles, {} and {} warp instructions", subject.text(),
           first.cycles, run.cycles, first.warp_instructions, run.warp_instructions);
    }
  }
  measurement.runs.push_back(run);

  const sim::SavedStats functional = run_once(subject, folder, "none", {});
  const std::uint64_t instructions = count_of(functional, "functional.warp_instructions");
  if (instructions == 0) fail("{}: no kernel ran", subject.text());
  measurement.functional_ns.push_back(functional.host.functional_seconds * kNanoseconds /
                                      static_cast<double>(instructions));
}

}  // namespace heddle::cli
