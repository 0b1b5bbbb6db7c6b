// Running a compiler: its standard error passes through as it comes and is kept, so that its
// message can be explained.
#pragma once

#include <span>
#include <string>

namespace heddle::cli::cc {

struct ProcessResult {
  int status = 0;  ///< exit code; 128 + the signal where one ended it
  std::string errors;
};

/// Runs a program and waits for it. `output` is the file that takes its standard output, empty for
/// ours.
ProcessResult run_process(std::span<const std::string> command, const std::string& output = "");

/// Replaces this process; returns only by throwing.
[[noreturn]] void become(std::span<const std::string> command);

}  // namespace heddle::cli::cc
