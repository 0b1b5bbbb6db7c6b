// The file of a probe in the folder of a run. Rows of launches are written in the order of
// launches. A forked child of the program leaves the file to its parent.
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
  /// The file is there, and empty.
  ProbeFile(probe::Probe& probe, std::filesystem::path path);

  /// A launch has ended or was cut off.
  void ended(const probe::Launch& launch);
  /// Writes what has come so far, and the rows of the launches before `first_running`.
  void update(std::uint64_t first_running);
  /// What has come so far is not written, as in a forked child.
  void forget();
  /// Writes the rest, and warns of what the user should know of the file. Once.
  void finish();

 private:
  void write_rows(std::uint64_t first);
  void write_whole();

  probe::Probe& probe_;
  probe::Growth growth_;
  std::filesystem::path path_;                 ///< empty: the file is finished
  OutputFile file_;                            ///< of a file that grows
  std::map<std::uint64_t, std::string> rows_;  ///< by launch, not yet written
};

}  // namespace heddle::sim
