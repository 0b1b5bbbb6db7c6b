// Runs the program of a run. Starts the program, passes signals on to it and waits for its end.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <signal.h>
#include <sys/types.h>

namespace heddle::jobs {

struct ProgramStart {
  std::filesystem::path file;                      ///< the program; "": arguments[0]
  std::vector<std::string> arguments;              ///< [0] is the program's name as typed
  std::map<std::string, std::string> environment;  ///< added to the environment of this process
  std::optional<sigset_t> blocked;  ///< signals blocked in the program; none: as in this process
  std::filesystem::path output;     ///< new file for standard output and error; "": as this process
};

/// How the program ended.
struct ProgramEnd {
  int exit_code = 0;       ///< 128 + signal if a signal ended it
  int signal = 0;          ///< signal that ended the program; 0: none
  int interrupted_by = 0;  ///< first signal that asked the run to end; 0: none
};

/// Watches a program while it runs.
class Attendant {
 public:
  Attendant() = default;
  virtual ~Attendant() = default;
  Attendant(const Attendant&) = delete;
  Attendant& operator=(const Attendant&) = delete;

  /// Called several times a second.
  virtual void look(pid_t /*program*/) {}
  /// Called when a signal asks this process to end. The program has received the signal, too.
  virtual void asked_to_end(pid_t /*program*/, int /*signal*/, bool /*from_terminal*/) {}
};

/// Starts the program and waits for its end. Passes SIGINT, SIGTERM, SIGHUP and SIGQUIT on to the
/// program if another process sends them to this process. A terminal sends its signals to both
/// processes itself. Throws Error if the program cannot be started.
ProgramEnd run_program(const ProgramStart& start, Attendant& attendant);

}  // namespace heddle::jobs
