// Running a compiler: its standard error passes through as it comes and is kept, so that its
// message can be explained. No compiler outlives heddle: a signal that asks heddle to end, and that
// is held (HeldSignals), ends the compiler with all that it has started.
#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace heddle::cc {

struct ProcessResult {
  int status = 0;  ///< exit code; 128 + the signal where one ended it
  std::string errors;
};

struct CompilerStart {
  std::span<const std::string> command;
  std::string output;               ///< a file for its standard output; "": ours
  std::filesystem::path temporary;  ///< TMPDIR for it; "": as ours
};

/// Runs a program and waits for it. Throws Error if it cannot be run.
ProcessResult run_process(const CompilerStart& start);

/// Replaces this process; returns only by throwing.
[[noreturn]] void become(std::span<const std::string> command);

}  // namespace heddle::cc
