// What programs do alone, kept in a folder: runs that differ in how programs share the GPU compare
// with the same.
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

/// A program alone.
struct AloneRun {
  double ipc = 0;  ///< warp instructions of the GPU in a cycle; 0: not known
  /// How many warp instructions it had issued by some cycles, up to the end of the time; empty: it
  /// ran once.
  std::vector<std::pair<Cycle, std::uint64_t>> progress;
};

/// Of one run alone: changes with the capture, the configuration, the time and heddle's sources.
std::string alone_identity(const std::string& capture_file, const sim::Configuration& configuration,
                           Cycle cycles);

/// What is there of that run of `cycles` (0: to the program's end); nothing: none is. Throws Error
/// if it is no speed, or if its progress makes another.
std::optional<AloneRun> find_alone(const std::filesystem::path& folder, const std::string& identity,
                                   Cycle cycles);
void keep_alone(const std::filesystem::path& folder, const std::string& identity,
                const AloneRun& run);

}  // namespace heddle::study
