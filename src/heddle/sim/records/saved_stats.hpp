// Reads an output folder. stats.json has the end of the run and the statistics, in total and per
// kernel; manifest.json has the command.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "heddle/base/statistics/statistic.hpp"
#include "heddle/base/types.hpp"
#include "heddle/gpu/clock/phase_times.hpp"

namespace heddle::sim {

/// The host part of a stats.json.
struct SavedHost {
  std::uint64_t peak_bytes = 0;
  double wall_seconds = 0;        ///< from the start of the program to its end
  double simulation_seconds = 0;  ///< in timed launches; equals the sum of the phases
  double functional_seconds = 0;  ///< in launches without timing
  std::array<double, gpu::kPhases> phase_seconds{};  ///< by gpu::Phase
  /// By index into gpu::ThreadBalance::kThreads: upper bound on the speed-up of the SM phase with
  /// that number of host threads; 0: not measured.
  std::array<double, gpu::ThreadBalance::kThreads.size()> balance{};
};

/// A kernel in a stats.json. Grid, block and resources are those of the kernel's last launch.
struct SavedKernel {
  std::string name, symbol;
  std::uint64_t launches = 0, timed_launches = 0;
  Dim3 grid, block;
  std::uint32_t registers = 0, shared_bytes = 0;  ///< registers of a thread; bytes of shared memory
                                                  ///< of a block
  std::uint32_t blocks_per_sm = 0;
  std::string limited_by;
  std::vector<Statistic> statistics;  ///< statistics that are not zero
};

/// The content of a stats.json.
struct SavedStats {
  std::string machine, status, reason;
  SavedHost host;
  std::uint64_t launches = 0;
  std::vector<Statistic> total;
  std::vector<SavedKernel> kernels;
  std::vector<std::string> warnings;
};
/// Throws Error.
SavedStats read_stats(const std::filesystem::path& folder);

/// A launch in a stats.json.
struct SavedLaunch {
  std::uint64_t process = 0;
  std::string name, symbol;  ///< of the kernel
  bool timed = false;
  Cycle started = 0, ended = 0;  ///< cycles of the device
};
/// Calls `see` for each launch, in the order of the file. Keeps one launch in memory at a time.
/// Throws Error.
void visit_saved_launches(const std::filesystem::path& folder,
                          const std::function<void(const SavedLaunch&)>& see);

/// The content of a manifest.json.
struct SavedManifest {
  std::string heddle_version;
  std::vector<std::string> command;  ///< the program, as typed, and its arguments
  std::string program_hash;          ///< hash of the program file; equal files have equal hashes
  std::vector<std::string> typed;    ///< heddle's command line; empty: not recorded
  std::string program;               ///< file of the program, or of the PTX or capture that
                                     ///< heddle ran itself; "": not recorded
  std::string folder;                ///< folder in which the program ran; "": not recorded
  std::string revision;              ///< of heddle, such as "c49f789"; "": not recorded
};
/// Throws Error.
SavedManifest read_manifest(const std::filesystem::path& folder);

}  // namespace heddle::sim
