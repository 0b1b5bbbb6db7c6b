// The files of an output folder: stats.json (what was measured), config.toml (the resolved
// configuration) and manifest.json (what was run). Each appears whole or not at all; all are there
// from the start of a run on, marked incomplete. Whatever depends on the host, its clock or its
// paths stands under the key "host", so that the rest is equal in every run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "heddle/sim/configuration.hpp"
#include "heddle/sim/results.hpp"
#include "heddle/sim/whole_file.hpp"

namespace heddle::sim {

inline constexpr const char* kStatsFile = "stats.json";
inline constexpr const char* kManifestFile = "manifest.json";

enum class RunStatus : std::uint8_t { complete, incomplete, failed };

const char* name_of(RunStatus status);

/// How the run went, seen from outside the program.
struct RunOutcome {
  RunStatus status = RunStatus::incomplete;
  std::string reason = "the run has not ended";  ///< "" when complete
  std::optional<int> exit_code;                  ///< of the program
  std::vector<std::string> warnings = {};        ///< of what the run did not do as asked
};

struct HostFacts {
  std::string started;  ///< date and time, UTC
  double wall_seconds = 0, user_seconds = 0, system_seconds = 0;
  std::uint64_t peak_bytes = 0;  ///< of the largest process
};

/// What was asked to run.
struct RunSubject {
  std::vector<std::string> command;  ///< program and arguments
  std::filesystem::path program;     ///< its file
  std::string machine;               ///< its name
};

/// The launches come from the journals in the folder.
void write_stats(const std::filesystem::path& folder, const std::string& machine,
                 const RunResult& result, const RunOutcome& outcome, const HostFacts& host,
                 StatsLevel level);
void write_manifest(const std::filesystem::path& folder, const RunSubject& subject,
                    const Configuration& configuration, const RunOutcome& outcome,
                    const HostFacts& host);

}  // namespace heddle::sim
