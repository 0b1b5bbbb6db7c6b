// What a run's source_lines.csv says: at which lines warps spend their time, and why. The lines
// with most are kept.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace heddle::study {

struct HotLine {
  std::string kernel;  ///< symbol
  std::string place;   ///< "saxpy.cu:12", "PTX 40"
  std::string text;    ///< of the line; "": not known
  std::uint64_t warps = 0;
  std::vector<std::uint64_t> reasons;  ///< by SourceTable::reasons; they add up to `warps`
};

struct SourceTable {
  std::vector<std::string> reasons;
  std::uint64_t warps = 0;  ///< charged in all
  /// Lines of PTX, and of the files that it was made from; most warps first. No lines of files: the
  /// PTX does not name any.
  std::vector<HotLine> ptx, source;
  std::uint64_t all_ptx = 0, all_source = 0;  ///< lines that warps were charged to
  std::uint64_t processes = 1;                ///< of the program that wrote tables; the first's
  bool is_cut = false;                        ///< the file ends within a line
};

/// Of at most `most` lines of each kind. No reasons: there is no such file. Throws Error.
SourceTable read_source_lines(const std::filesystem::path& folder, std::size_t most);

}  // namespace heddle::study
