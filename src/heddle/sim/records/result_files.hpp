// The files of an output folder: stats.json (the measurements), config.toml (the resolved
// configuration) and manifest.json (the command). Each file appears whole or not at all. The three
// files exist from the start of the run, marked as incomplete. Values that depend on the host, its
// clock or its paths are under the key "host". All other values are the same in every run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "heddle/sim/output/whole_file.hpp"
#include "heddle/sim/records/results.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::sim {

inline constexpr const char* kStatsFile = "stats.json";
inline constexpr const char* kManifestFile = "manifest.json";
// Tables of a run in which programs shared the GPU. The first has one line per program, the second
// one line per program and window of time.
inline constexpr const char* kProgramsFile = "programs.csv";
inline constexpr const char* kWindowsFile = "windows.csv";

enum class RunStatus : std::uint8_t { complete, incomplete, failed };
inline constexpr RunStatus kRunStatuses[] = {RunStatus::complete, RunStatus::incomplete,
                                             RunStatus::failed};

const char* name_of(RunStatus status);

/// The end of the run as the parent process sees it.
struct RunOutcome {
  RunStatus status = RunStatus::incomplete;
  /// Why the run is incomplete or failed. "": the run is complete.
  std::string reason = "the run has not ended";
  std::optional<int> exit_code;            ///< exit code of the program
  std::vector<std::string> warnings = {};  ///< each warning names a part of the request that was
                                           ///< not carried out
};

struct HostFacts {
  std::string started;  ///< date and time, UTC
  double wall_seconds = 0, user_seconds = 0, system_seconds = 0;
  std::uint64_t peak_bytes = 0;  ///< peak memory of the process that used most, in bytes
};

/// The command of the run.
struct RunSubject {
  std::vector<std::string> command;  ///< simulated program and its arguments
  std::filesystem::path program;     ///< file of the program
  std::string machine;               ///< name of the machine
  std::vector<std::string> typed;    ///< heddle's own command line, as typed
  std::string revision;              ///< of heddle, such as "c49f789"
};

/// Writes stats.json. Takes the launches from the journals in the folder.
void write_stats(const std::filesystem::path& folder, const std::string& machine,
                 const RunResult& result, const RunOutcome& outcome, const HostFacts& host,
                 StatsLevel level);
void write_manifest(const std::filesystem::path& folder, const RunSubject& subject,
                    const Configuration& configuration, const RunOutcome& outcome,
                    const HostFacts& host);

}  // namespace heddle::sim
