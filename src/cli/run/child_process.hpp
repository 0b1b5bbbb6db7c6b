// The program of a run: started with its own standard streams, waited for, signals passed on.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <sys/types.h>

namespace heddle::cli {

struct ProgramStart {
  std::vector<std::string> arguments;              ///< [0] is the program's file
  std::map<std::string, std::string> environment;  ///< added to ours
};

/// How the program ended.
struct ProgramEnd {
  int exit_code = 0;       ///< 128 + signal if a signal ended it
  int signal = 0;          ///< that ended it, 0: none
  int interrupted_by = 0;  ///< signal that asked the run to end, 0: none
};

/// Starts the program and waits for it. Meanwhile `idle` is called several times a second. A signal
/// that another process sends to this one (SIGINT, SIGTERM, SIGHUP, SIGQUIT) is passed on to the
/// program; what the terminal sends reaches it anyway. Throws Error if it cannot be started.
ProgramEnd run_program(const ProgramStart& start, const std::function<void()>& idle);

}  // namespace heddle::cli
