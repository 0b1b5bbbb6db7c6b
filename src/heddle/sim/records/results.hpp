// Gathers the results of a run from the journals of its processes. Only sums are kept in memory.
// Single launches are visited one at a time, so that a run may have any number of launches.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "heddle/sim/launches/launch_record.hpp"
#include "heddle/sim/records/crash_report.hpp"
#include "heddle/sim/records/journal.hpp"

namespace heddle::sim {

struct ProcessResult {
  std::string program;  ///< file of the program
  ProcessState state = ProcessState::running;
  std::string fault, stop;  ///< reason of a fault, and of a stop; "" if there was none
  std::uint64_t launches = 0;
  HostTime host_time;
  std::vector<std::string> warnings;  ///< errors that the program may have missed
};

/// The sum over the launches of one kernel.
struct KernelResult {
  std::string symbol;
  std::uint64_t launches = 0, timed_launches = 0;
  std::uint64_t launches_by_kernels = 0;  ///< launches that kernels made
  Dim3 grid_size, block_size;  ///< this member and the members up to limited_by are those of the
                               ///< last launch
  std::uint32_t registers = 0, shared_bytes = 0;  ///< registers of a thread; bytes of shared memory
                                                  ///< of a block
  std::uint32_t counted_registers = 0;  ///< registers of a thread as the compiler counted them;
                                        ///< greater than `registers` if some launch ran with fewer
  std::uint32_t blocks_per_sm = 0;
  std::string limited_by;  ///< all resources that limit blocks_per_sm
  std::vector<Statistic> statistics;
  std::vector<std::vector<Statistic>> sms;  ///< by SM; empty without run.stats_sms
};

/// The sum over the launches of one stream of a process.
struct StreamResult {
  std::size_t process = 0;
  std::uint64_t stream = 0, launches = 0, timed_launches = 0;
  std::vector<Statistic> statistics;
};

struct RunResult {
  std::vector<ProcessResult> processes;
  std::optional<Crash> crash;         ///< a crash that heddle caused or may have caused
  std::vector<KernelResult> kernels;  ///< in the order of their first launches
  std::vector<StreamResult> streams;  ///< in the order of their first launches
  std::uint64_t launches = 0, timed_launches = 0;
  /// Sums over all launches. Statistics of launches without timing have names of their own.
  std::vector<Statistic> total;
  std::vector<std::vector<Statistic>> sms;  ///< by SM; empty without run.stats_sms

  HostTime host_time() const;  ///< returns the sum over the processes

  void add(const LaunchRecord& launch, std::size_t process = 0);
};

RunResult gather_results(const std::filesystem::path& run_folder);

/// Calls `visit` with each launch and the number of the launch's process, in the order of
/// processes.
void visit_launches(const std::filesystem::path& run_folder,
                    const std::function<void(std::size_t process, const LaunchRecord&)>& visit);

/// Returns the statistic with this name, or null if there is none.
const Statistic* find_statistic(const std::vector<Statistic>& statistics, std::string_view name);
/// Returns the value of the statistic with this name, or 0 if there is none.
double value_of(const std::vector<Statistic>& statistics, std::string_view name);

}  // namespace heddle::sim
