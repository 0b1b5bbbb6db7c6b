// The contents of a run's source_lines.csv: the instructions of its kernels, what they did, and for
// what the warps waited there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace heddle::study {

/// A line of the source.
struct SourceSpot {
  std::string file;        ///< as the PTX names it; "": unknown
  std::uint64_t line = 0;  ///< counted from 1; 0: unknown
  std::string text;        ///< "": unknown

  /// "saxpy.cu:12"; "" if the line is unknown.
  std::string name() const;
};

struct SourceRow {
  std::string kernel;       ///< symbol of the kernel
  std::uint64_t pc = 0;     ///< number of the instruction in heddle's program
  std::string instruction;  ///< heddle's instruction; "": unknown
  std::uint64_t ptx_line = 0;
  std::string ptx;  ///< text of the PTX line; "": unknown
  SourceSpot spot;  ///< line from which the instruction was compiled
  /// `spot`, or the line of the kernel's file that calls the inlined function of `spot`.
  SourceSpot calling;
  std::uint64_t warps = 0;             ///< number of warps that were charged to the instruction
  std::vector<std::uint64_t> reasons;  ///< `warps` split by SourceTable::reasons
  std::uint64_t issues = 0;            ///< number of times that the instruction was issued
  std::uint64_t lanes = 0;             ///< lanes that took part in all issues together
  std::uint64_t requests = 0, sectors = 0;  ///< issues that accessed a cache, and their sectors
  std::uint64_t bank_requests = 0, bank_cycles = 0;  ///< issues that accessed banks of shared
                                                     ///< memory or constants, and their cycles
};

struct SourceTable {
  std::vector<std::string> reasons;
  std::vector<SourceRow> rows;  ///< in the order of the file: by kernel, then by pc
  /// Number of processes that wrote a table; only the table of the first process is read.
  std::uint64_t processes = 1;
  bool is_cut = false;  ///< whether the file ends within a line
};

/// `rows` is empty if the folder has no such file. Throws Error for a wrong file.
SourceTable read_source_lines(const std::filesystem::path& folder);

}  // namespace heddle::study
