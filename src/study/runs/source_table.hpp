// The contents of a run's source_lines.csv: the source lines at which warps spend their time, and
// the reasons. Keeps the lines with the largest counts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace heddle::study {

struct HotLine {
  std::string kernel;                  ///< symbol of the kernel
  std::string place;                   ///< "saxpy.cu:12" or "PTX 40"
  std::string text;                    ///< text of the line; "": unknown
  std::uint64_t warps = 0;             ///< number of warps that were charged to the line
  std::vector<std::uint64_t> reasons;  ///< `warps` split by SourceTable::reasons
};

struct SourceTable {
  std::vector<std::string> reasons;
  std::uint64_t warps = 0;  ///< number of warps that were charged to all lines together
  /// Lines of the PTX text and of the source files, most warps first. `source` is empty if the PTX
  /// does not name source lines.
  std::vector<HotLine> ptx, source;
  std::uint64_t all_ptx = 0, all_source = 0;  ///< numbers of lines before the selection
  /// Number of processes that wrote a table; only the table of the first process is read.
  std::uint64_t processes = 1;
  bool is_cut = false;  ///< whether the file ends within a line
};

/// Reads at most `most` lines of each kind. `reasons` is empty if the folder has no such file.
/// Throws Error for a wrong file.
SourceTable read_source_lines(const std::filesystem::path& folder, std::size_t most);

}  // namespace heddle::study
