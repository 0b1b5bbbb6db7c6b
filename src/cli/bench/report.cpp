#include "cli/bench/report.hpp"

#include <fstream>
#include <thread>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/words.hpp"
#include "heddle/sim/output/version.hpp"
#include "study/tables/table.hpp"

namespace heddle::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Version of the layout of the JSON. Increases when programs that read the JSON must change.
constexpr int kLayoutVersion = 1;

constexpr const char* kBenchLegend =
    "\nhost s: time inside timed launches; M WI/s: warp instructions of it a second; ns/WI: host\n"
    "nanoseconds per warp instruction, split over the phases of a quantum; functional: the same "
    "of\n"
    "a run with --timing none, which is what computing the values takes of sm; us/launch: the\n"
    "program's whole time, start-up and host side included, over its launches.\n";

constexpr const char* kBalanceLegend =
    "\nHow much faster than one host thread so many could run the SMs at best: each SM belongs to\n"
    "one thread, and each quantum waits for the thread whose SMs take longest. The memory phase\n"
    "and the bookkeeping are left out. Other work on the host makes the bounds smaller.\n";

double rate(const TimedRun& run) {
  return run.host_seconds > 0 ? static_cast<double>(run.warp_instructions) / run.host_seconds : 0;
}

std::vector<std::string> table_row(const Measurement& measurement) {
  const TimedRun& run = measurement.median();
  const auto nanoseconds = [&](double seconds) {
    return fmt::format("{:.1f}", run.per_instruction(seconds));
  };
  std::vector<std::string> row = {std::string(measurement.subject.row.name),
                                  measurement.subject.machine,
                                  std::to_string(measurement.subject.threads),
                                  fmt::format("{:.3f}", run.host_seconds),
                                  format_count(run.cycles),
                                  format_count(run.warp_instructions),
                                  fmt::format("{:.3f}", rate(run) / 1e6),
                                  nanoseconds(run.host_seconds)};
  for (const double seconds : run.phase_seconds) row.push_back(nanoseconds(seconds));
  row.push_back(fmt::format("{:.1f}", measurement.median_functional_ns()));
  row.push_back(fmt::format("{:.1f}", run.wall_microseconds_per_launch()));
  row.push_back(format_bytes(run.peak_bytes));
  return row;
}

Json row_json(const Measurement& measurement) {
  const BenchCase& subject = measurement.subject;
  const TimedRun& run = measurement.median();
  Json nanoseconds = {{"total", run.per_instruction(run.host_seconds)}};
  for (std::size_t i = 0; i < gpu::kPhases; ++i) {
    nanoseconds[std::string(gpu::kPhaseNames[i])] = run.per_instruction(run.phase_seconds[i]);
  }
  Json all = Json::array();
  for (const TimedRun& one : measurement.runs) all.push_back(one.host_seconds);
  Json json = {{"name", subject.row.name},
               {"workload", subject.row.workload},
               {"arguments", split_words(subject.row.arguments)},
               {"settings", split_words(subject.row.settings)},
               {"machine", subject.machine},
               {"threads", subject.threads},
               {"host_seconds", run.host_seconds},
               {"host_seconds_of_repeats", std::move(all)},
               {"cycles", run.cycles},
               {"warp_instructions", run.warp_instructions},
               {"warp_instructions_per_second", rate(run)},
               {"peak_bytes", run.peak_bytes},
               {"launches", run.launches},
               {"wall_seconds", run.wall_seconds},
               {"wall_us_per_launch", run.wall_microseconds_per_launch()},
               {"ns_per_warp_instruction", std::move(nanoseconds)},
               {"functional_ns", measurement.median_functional_ns()}};
  if (!subject.balance) return json;
  Json bounds = Json::object();
  for (std::size_t i = 0; i < run.balance.size(); ++i)
    bounds[std::to_string(gpu::ThreadBalance::kThreads[i])] = run.balance[i];
  json["balance"] = std::move(bounds);
  return json;
}

/// The host's name for its processor, or "".
std::string processor() {
  std::ifstream stream("/proc/cpuinfo");
  for (std::string line; std::getline(stream, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "";
}

}  // namespace

std::string bench_table(std::span<const Measurement> measurements) {
  study::Table table{
      {"row", "machine", "threads", "host s", "cycles", "warp instructions", "M WI/s", "ns/WI",
       "sm", "memory", "bookkeeping", "functional", "us/launch", "peak"},
      {}};
  for (const Measurement& measurement : measurements) table.rows.push_back(table_row(measurement));
  table.align_right(2);
  return table.text() + kBenchLegend;
}

std::string balance_table(std::span<const Measurement> measurements) {
  study::Table table{{"row", "machine"}, {}};
  for (const unsigned threads : gpu::ThreadBalance::kThreads)
    table.columns.push_back(fmt::format("{} threads", threads));
  for (const Measurement& measurement : measurements) {
    std::vector<std::string> row = {std::string(measurement.subject.row.name),
                                    measurement.subject.machine};
    for (const double bound : measurement.median().balance)
      row.push_back(fmt::format("{:.2f}", bound));
    table.rows.push_back(std::move(row));
  }
  table.align_right(2);
  return table.text() + kBalanceLegend;
}

std::string bench_json(std::span<const Measurement> measurements, const std::string& started) {
  Json rows = Json::array();
  for (const Measurement& measurement : measurements) rows.push_back(row_json(measurement));
  const Json json = {{"schema", "heddle.bench"},
                     {"schema_version", kLayoutVersion},
                     {"heddle_version", sim::version()},
                     {"host",
                      {{"started", started},
                       {"processor", processor()},
                       {"logical_processors", std::thread::hardware_concurrency()}}},
                     {"rows", std::move(rows)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::cli
