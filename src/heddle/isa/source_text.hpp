// The PTX text of a module, and for each PTX line the source file and line that it was compiled
// from (.loc). A program carries its source text if asked to, or if it has such lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::isa {

/// A line of the source file from which the PTX was compiled.
struct SourcePlace {
  std::string_view file;   ///< name given by .file; "": unknown
  std::uint32_t line = 0;  ///< counted from 1; 0: unknown
};

class SourceText {
 public:
  /// Stands for a line that no call inlined.
  static constexpr std::uint32_t kNoCall = 0xFFFFFFFF;

  explicit SourceText(std::string ptx);

  /// Sets the name of the file that .file declares with this number.
  void add_file(std::uint32_t number, std::string name);
  /// Records a call in line `line` of source file number `file` that the compiler replaced by the
  /// code of the callee. `caller` is the call, if any, that inlined the code around this call.
  /// Returns the number of the call.
  std::uint32_t add_inlined_call(std::uint32_t file, std::uint32_t line,
                                 std::uint32_t caller = kNoCall);
  /// Records that the PTX instruction that begins in line `ptx_line` was compiled from line `line`
  /// of source file number `file`. `call` is the call that inlined the line.
  void set_place(std::uint32_t ptx_line, std::uint32_t file, std::uint32_t line,
                 std::uint32_t call = kNoCall);

  /// The text of a PTX line without leading and trailing blanks. "" if the text has no such line.
  std::string_view ptx_line(std::uint32_t line) const;
  SourcePlace place(std::uint32_t ptx_line) const;
  /// The line of the kernel's own file from which the PTX line came. For code of an inlined
  /// function of another file, such as a header, this is the line with the call. The kernel's own
  /// file is the file of the outermost call.
  SourcePlace calling_place(std::uint32_t ptx_line) const;

 private:
  struct FileLine {
    std::uint32_t file = 0, line = 0;
    std::uint32_t call = kNoCall;
  };

  bool is_known(const FileLine& origin) const;

  std::string ptx_;
  std::vector<std::size_t> begins_;  ///< by PTX line: offset of the line's first character in the
                                     ///< text
  std::vector<FileLine> origins_;    ///< by PTX line: the source line from which it was compiled
  std::vector<FileLine> calls_;      ///< inlined calls; `call` of a call is below its own number
  std::vector<std::string> files_;   ///< names of files, by their number in .file
};

}  // namespace heddle::isa
