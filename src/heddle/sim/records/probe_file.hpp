// The file of a probe in the folder of a run. Rows of launches are written in the order of
// launches. A forked child of the program does not write to its parent's file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "heddle/base/files/output_file.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::sim {

class ProbeFile {
 public:
  /// The file at `path` must exist and be empty.
  ProbeFile(probe::Probe& probe, std::filesystem::path path);

  /// Takes from the probe the rows of a launch that has ended or was stopped.
  void ended(const probe::Launch& launch);
  /// Writes the probe's output so far, and the rows of the launches with numbers below
  /// `first_running`.
  void update(std::uint64_t first_running);
  /// Drops the unwritten output. A forked child calls this.
  void forget();
  /// Writes the remaining output, and warns the user of problems with the file. Only the first call
  /// has an effect.
  void finish();

 private:
  void write_rows(std::uint64_t first);
  void write_whole();

  probe::Probe& probe_;
  probe::Growth growth_;
  std::filesystem::path path_;  ///< path of the file; empty: the file is finished
  OutputFile file_;             ///< the open file if the probe's output grows during the run
  std::map<std::uint64_t, std::string> rows_;  ///< by launch: rows not yet written
};

}  // namespace heddle::sim
