// A folder with the speeds of programs that run alone. Several shared runs can compare their
// programs with the same measurement of each program alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::study {

/// The speed of a program that runs alone.
struct AloneRun {
  double ipc = 0;  ///< warp instructions per cycle of the whole GPU; 0: unknown
  /// Points (cycle, warp instructions issued until then), up to the end of the run. Empty for a run
  /// that lasted to the end of the program.
  std::vector<std::pair<Cycle, std::uint64_t>> progress;
};

/// The identity of a run of one program alone, made from the capture, the configuration, the number
/// of cycles, and the sources of heddle.
std::string alone_identity(const std::string& capture_file, const sim::Configuration& configuration,
                           Cycle cycles);

/// Reads the run with this identity from the folder; nullopt if the folder has no such run. The run
/// lasted `cycles`, or to the end of the program if `cycles` is 0. Throws Error if the file has no
/// valid speed, or if the progress does not agree with the speed.
std::optional<AloneRun> find_alone(const std::filesystem::path& folder, const std::string& identity,
                                   Cycle cycles);
/// Writes the run into the folder.
void keep_alone(const std::filesystem::path& folder, const std::string& identity,
                const AloneRun& run);

}  // namespace heddle::study
