// The program of a run: started with its own standard streams, looked after, waited for, signals
// passed on.
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
  std::filesystem::path file;                      ///< of the program; "": arguments[0]
  std::vector<std::string> arguments;              ///< [0] is its name, as typed
  std::map<std::string, std::string> environment;  ///< added to ours
  std::optional<sigset_t> blocked;                 ///< signals that it begins with; none: as ours
  std::filesystem::path output;  ///< a new file for its standard output and errors; "": ours
};

/// How the program ended.
struct ProgramEnd {
  int exit_code = 0;       ///< 128 + signal if a signal ended it
  int signal = 0;          ///< that ended it, 0: none
  int interrupted_by = 0;  ///< first signal that asked the run to end, 0: none
};

/// Looks after a program while it runs.
class Attendant {
 public:
  Attendant() = default;
  virtual ~Attendant() = default;
  Attendant(const Attendant&) = delete;
  Attendant& operator=(const Attendant&) = delete;

  /// Called several times a second.
  virtual void look(pid_t /*program*/) {}
  /// A signal asks this process to end; the program has got it too.
  virtual void asked_to_end(pid_t /*program*/, int /*signal*/, bool /*from_terminal*/) {}
};

/// Starts the program and waits for it. A signal that another process sends to this one (SIGINT,
/// SIGTERM, SIGHUP, SIGQUIT) is passed on to the program; what the terminal sends reaches it
/// anyway. Throws Error if it cannot be started.
ProgramEnd run_program(const ProgramStart& start, Attendant& attendant);

}  // namespace heddle::jobs
