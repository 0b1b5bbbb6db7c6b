// Running a compiler: its standard error passes through as it comes and is kept, so that its
// message can be explained.
#pragma once

#include <span>
#include <string>

#include <signal.h>

namespace heddle::cli::cc {

/// While it lives, the signals that ask a program to end wait, so that temporary files can be
/// removed first. run_process ends the compiler when one comes; those that the caller ignores stay
/// ignored.
class HeldSignals {
 public:
  HeldSignals();
  ~HeldSignals();  ///< what has come takes effect here
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

 private:
  sigset_t before_;
};

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
