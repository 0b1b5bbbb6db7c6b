// What is read back of an output folder: of stats.json how the run went, and the values in total
// and of each kernel; of manifest.json what was run.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "heddle/base/statistic.hpp"
#include "heddle/base/types.hpp"
#include "heddle/gpu/phase_times.hpp"

namespace heddle::sim {

/// What a stats.json says of the host.
struct SavedHost {
  std::uint64_t peak_bytes = 0;
  double wall_seconds = 0;        ///< of the program, from its start to its end
  double simulation_seconds = 0;  ///< in launches that took cycles: the sum of the phases
  double functional_seconds = 0;  ///< in launches that ran without timing
  std::array<double, gpu::kPhases> phase_seconds{};  ///< by gpu::Phase
};

/// What a stats.json says of a kernel; grid, block and what follows are those of its last launch.
struct SavedKernel {
  std::string name, symbol;
  std::uint64_t launches = 0, timed_launches = 0;
  Dim3 grid, block;
  std::uint32_t registers = 0, shared_bytes = 0;  ///< a thread's, a block's
  std::uint32_t blocks_per_sm = 0;
  std::string limited_by;
  std::vector<Statistic> statistics;  ///< those that are not 0
};

/// What is read back of a stats.json.
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

/// What is read back of a manifest.json.
struct SavedManifest {
  std::string heddle_version;
  std::vector<std::string> command;  ///< the program as typed, and its arguments
  std::string program_hash;          ///< equal for equal program files
};
/// Throws Error.
SavedManifest read_manifest(const std::filesystem::path& folder);

}  // namespace heddle::sim
