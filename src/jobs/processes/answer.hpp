// Asks another program, and takes what it prints.
#pragma once

#include <string>

namespace heddle::jobs {

struct Answer {
  int exit_code = 0;  ///< 127: there is no such program
  std::string text;   ///< without line ends behind it
};

/// `line`: of the shell. Throws Error if no process can be started.
Answer ask_shell(const std::string& line);

}  // namespace heddle::jobs
