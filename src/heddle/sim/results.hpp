// What a run measured, gathered from the journals of its processes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "heddle/sim/journal.hpp"
#include "heddle/sim/launch_record.hpp"

namespace heddle::sim {

struct ProcessResult {
  std::string program;  ///< its file
  ProcessState state = ProcessState::running;
  std::string fault, stop;  ///< "" if there was none
  std::vector<LaunchRecord> launches;
};

struct RunResult {
  std::vector<ProcessResult> processes;

  std::uint64_t launches() const;
  std::uint64_t timed_launches() const;
  /// Values of all launches, added up; functional launches have names of their own.
  std::vector<Statistic> total() const;
};

RunResult gather_results(const std::filesystem::path& run_folder);

/// The value of that name, or null.
const Statistic* find_statistic(const std::vector<Statistic>& statistics, std::string_view name);
/// Its value, or 0.
double value_of(const std::vector<Statistic>& statistics, std::string_view name);

}  // namespace heddle::sim
