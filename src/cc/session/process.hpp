// Runs a compiler. Keeps its standard error, so that the messages can be explained, and passes it
// through unless told not to. No compiler outlives heddle. A signal that asks heddle to end, and
// that heddle holds (HeldSignals), ends the compiler and all processes that the compiler has
// started.
#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace heddle::cc {

struct ProcessResult {
  int status = 0;  ///< exit code; 128 + signal if a signal ended the compiler
  std::string errors;
};

struct CompilerStart {
  std::span<const std::string> command;
  std::string output;               ///< file for standard output; "": as this process
  std::filesystem::path temporary;  ///< TMPDIR of the compiler; "": as in this process
  bool quiet = false;               ///< keeps standard error, and does not pass it through
};

/// Runs a program and waits for it. Throws Error if it cannot be run.
ProcessResult run_process(const CompilerStart& start);

/// Replaces this process by the command. Throws Error if that fails.
[[noreturn]] void become(std::span<const std::string> command);

}  // namespace heddle::cc
