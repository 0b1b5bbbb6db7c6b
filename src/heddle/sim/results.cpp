#include "heddle/sim/results.hpp"

#include <algorithm>

#include "heddle/sim/record_text.hpp"

namespace heddle::sim {

std::uint64_t RunResult::launches() const {
  std::uint64_t count = 0;
  for (const ProcessResult& process : processes) count += process.launches.size();
  return count;
}

std::uint64_t RunResult::timed_launches() const {
  std::uint64_t count = 0;
  for (const ProcessResult& process : processes) {
    for (const LaunchRecord& launch : process.launches) count += launch.timed ? 1 : 0;
  }
  return count;
}

std::vector<Statistic> RunResult::total() const {
  std::vector<Statistic> sum;
  for (const ProcessResult& process : processes) {
    for (const LaunchRecord& launch : process.launches) {
      accumulate(sum, launch.statistics);
    }
  }
  return sum;
}

RunResult gather_results(const std::filesystem::path& run_folder) {
  RunResult result;
  for (const Journal& journal : read_journals(run_folder)) {
    DecodedRecords decoded = decode_records(journal.records);
    result.processes.push_back({std::move(decoded.program), journal.state, std::move(decoded.fault),
                                std::move(decoded.stop), std::move(decoded.launches)});
  }
  return result;
}

const Statistic* find_statistic(const std::vector<Statistic>& statistics, std::string_view name) {
  const auto same = [&](const Statistic& value) { return value.name == name; };
  const auto found = std::find_if(statistics.begin(), statistics.end(), same);
  return found == statistics.end() ? nullptr : &*found;
}

double value_of(const std::vector<Statistic>& statistics, std::string_view name) {
  const Statistic* const found = find_statistic(statistics, name);
  return found == nullptr ? 0 : found->value;
}

}  // namespace heddle::sim
