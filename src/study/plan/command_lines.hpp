// Checks options of the commands in a sweep's file. Only the commands know which options they
// accept; `cli` implements this interface. The plan checks the options before the first run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace heddle::study {

class CommandLines {
 public:
  CommandLines() = default;
  virtual ~CommandLines() = default;
  CommandLines(const CommandLines&) = delete;
  CommandLines& operator=(const CommandLines&) = delete;

  /// Throws Error for options that `heddle run FILE.ptx` refuses, and for options that do not
  /// describe the kernel, because the sweep sets these itself.
  virtual void check_kernel(const std::vector<std::string>& options) const = 0;

  /// Throws Error for words that `heddle corun` refuses before it reads a capture. The last
  /// `programs` words are the files of the programs.
  virtual void check_corun(const std::vector<std::string>& words, std::size_t programs) const = 0;
};

}  // namespace heddle::study
