// Runs a shell command and returns what it prints.
#pragma once

#include <string>

namespace heddle::jobs {

struct Answer {
  int exit_code = 0;  ///< 127: the shell does not find the program
  std::string text;   ///< standard output without the newlines at its end
};

/// `line` is a command line of the shell. Throws Error if the shell cannot be started.
Answer ask_shell(const std::string& line);

}  // namespace heddle::jobs
