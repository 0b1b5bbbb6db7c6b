// What a run measured, gathered from the journals of its processes: sums in memory, the launches
// one at a time, so that a run may have any number of them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "heddle/sim/crash_report.hpp"
#include "heddle/sim/journal.hpp"
#include "heddle/sim/launch_record.hpp"

namespace heddle::sim {

struct ProcessResult {
  std::string program;  ///< its file
  ProcessState state = ProcessState::running;
  std::string fault, stop;  ///< "" if there was none
  std::uint64_t launches = 0;
  HostTime host_time;
  std::vector<std::string> warnings;  ///< of what its program may have missed
};

/// Launches of one kernel, added up.
struct KernelResult {
  std::string symbol;
  std::uint64_t launches = 0, timed_launches = 0;
  Dim3 grid_size, block_size;                     ///< of the last launch, as what follows
  std::uint32_t registers = 0, shared_bytes = 0;  ///< a thread's, a block's
  std::uint32_t counted_registers = 0;            ///< more than the registers: a launch had fewer
  std::uint32_t blocks_per_sm = 0;
  std::string limited_by;  ///< all that binds
  std::vector<Statistic> statistics;
  std::vector<std::vector<Statistic>> sms;  ///< empty unless asked for
};

/// Launches of one stream of a process, added up.
struct StreamResult {
  std::size_t process = 0;
  std::uint64_t stream = 0, launches = 0, timed_launches = 0;
  std::vector<Statistic> statistics;
};

struct RunResult {
  std::vector<ProcessResult> processes;
  std::optional<Crash> crash;         ///< that was heddle's, or may have been
  std::vector<KernelResult> kernels;  ///< in the order of their first launches
  std::vector<StreamResult> streams;  ///< likewise
  std::uint64_t launches = 0, timed_launches = 0;
  /// Values of all launches, added up; functional launches have names of their own.
  std::vector<Statistic> total;
  std::vector<std::vector<Statistic>> sms;  ///< the same of each SM; empty unless asked for

  HostTime host_time() const;  ///< of all processes

  void add(const LaunchRecord& launch, std::size_t process = 0);
};

RunResult gather_results(const std::filesystem::path& run_folder);

/// Calls `visit` with each launch and the number of its process, in the order of the processes.
void visit_launches(const std::filesystem::path& run_folder,
                    const std::function<void(std::size_t process, const LaunchRecord&)>& visit);

/// The value of that name, or null.
const Statistic* find_statistic(const std::vector<Statistic>& statistics, std::string_view name);
/// Its value, or 0.
double value_of(const std::vector<Statistic>& statistics, std::string_view name);

}  // namespace heddle::sim
