// Launches and journals that tests read again, whole or altered.
#pragma once

#include <fstream>
#include <functional>
#include <sstream>
#include <string>

#include "heddle/sim/records/launch_recorder.hpp"
#include "heddle/sim/records/results.hpp"
#include "temporary_folder.hpp"

namespace heddle::sim {

inline LaunchRecord launch(const std::string& kernel, double cycles) {
  LaunchRecord record;
  record.kernel = kernel;
  record.grid_size = {4, 2, 1};
  record.block_size = {128, 1, 1};
  record.timed = record.complete = true;
  record.started = 10;
  record.ended = 10 + static_cast<Cycle>(cycles);
  record.statistics = {{"cycles", cycles, "cycles", "time", 0}, {"ipc", 0.5, "", "rate", cycles}};
  return record;
}

/// The bytes of a journal of three launches.
inline std::string journal_bytes() {
  const TemporaryFolder folder;
  {
    LaunchRecorder recorder(folder.path());
    for (const double cycles : {100.0, 200.0, 300.0}) recorder.launch(launch("a", cycles));
    recorder.warning("a warning");
    recorder.finish();
  }
  std::ostringstream bytes;
  bytes << std::ifstream(folder.path() / "process-0.journal", std::ios::binary).rdbuf();
  return bytes.str();
}

/// Reads a folder with the journal of these launches, whose bytes are altered.
inline RunResult read_altered(const std::function<void(std::string&)>& alter) {
  static const std::string whole = journal_bytes();
  std::string altered = whole;
  alter(altered);
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "process-0.journal", std::ios::binary) << altered;
  return gather_results(folder.path());
}

}  // namespace heddle::sim
