// Where the code of a module comes from: its PTX text, and by line of that the place in the program
// that the PTX was made from (.loc). Programs carry none unless somebody asked for it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::isa {

/// A line of a file that PTX was made from.
struct SourcePlace {
  std::string_view file;   ///< as .file names it; "": not known
  std::uint32_t line = 0;  ///< counts from 1; 0: not known
};

class SourceText {
 public:
  explicit SourceText(std::string ptx);

  /// Names a file by its number in .file.
  void add_file(std::uint32_t number, std::string name);
  /// The instruction that begins in this line of the PTX is of a line of that file.
  void set_place(std::uint32_t ptx_line, std::uint32_t file, std::uint32_t line);

  /// The text of a line of the PTX, without space around it; "" for a line that there is not.
  std::string_view ptx_line(std::uint32_t line) const;
  SourcePlace place(std::uint32_t ptx_line) const;

 private:
  struct Place {
    std::uint32_t file = 0, line = 0;
  };

  std::string ptx_;
  std::vector<std::size_t> begins_;  ///< of lines
  std::vector<Place> places_;        ///< by line
  std::vector<std::string> files_;   ///< by number
};

}  // namespace heddle::isa
