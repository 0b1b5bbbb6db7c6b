// The PTX text of a module, and for each PTX line the source file and line that it was compiled
// from (.loc). A program carries its source text only if the caller asked for it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::isa {

/// A line of a source file that the PTX was compiled from.
struct SourcePlace {
  std::string_view file;   ///< name given by .file; "": unknown
  std::uint32_t line = 0;  ///< counted from 1; 0: unknown
};

class SourceText {
 public:
  explicit SourceText(std::string ptx);

  /// Gives the file with this number in .file its name.
  void add_file(std::uint32_t number, std::string name);
  /// Says that the instruction that begins in this PTX line comes from this line of this file.
  void set_place(std::uint32_t ptx_line, std::uint32_t file, std::uint32_t line);

  /// The text of a PTX line without the space around it. "" if there is no such line.
  std::string_view ptx_line(std::uint32_t line) const;
  SourcePlace place(std::uint32_t ptx_line) const;

 private:
  struct FileLine {
    std::uint32_t file = 0, line = 0;
  };

  std::string ptx_;
  std::vector<std::size_t> begins_;  ///< offset of each line's first character
  std::vector<FileLine> origins_;    ///< by PTX line
  std::vector<std::string> files_;   ///< by number in .file
};

}  // namespace heddle::isa
