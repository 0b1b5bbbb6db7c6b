// The command lines that a sweep starts its runs with. The commands know which options they take,
// and a sweep's file may have options of theirs: the plan asks them before anything runs.
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

  /// Throws Error for options that `heddle run FILE.ptx` would refuse, and for those that are none
  /// of a kernel's: what else it takes is the sweep's.
  virtual void check_kernel(const std::vector<std::string>& options) const = 0;

  /// Throws Error for what `heddle corun` would refuse before it reads a capture. The last words
  /// are the files of so many programs.
  virtual void check_corun(const std::vector<std::string>& words, std::size_t programs) const = 0;
};

}  // namespace heddle::study
