// The program of a run: started with its own standard streams, waited for, signals passed on.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <signal.h>
#include <sys/types.h>

namespace heddle::cli {

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
  int interrupted_by = 0;  ///< signal that asked the run to end, 0: none
};

/// While one lives, signals that ask this process to end wait; then they take effect.
class HeldSignals {
 public:
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  const sigset_t& before() const { return before_; }  ///< what was blocked already

 private:
  sigset_t before_{};
};

/// Starts the program and waits for it. Meanwhile `idle` is called several times a second. A signal
/// that another process sends to this one (SIGINT, SIGTERM, SIGHUP, SIGQUIT) is passed on to the
/// program; what the terminal sends reaches it anyway. Throws Error if it cannot be started.
ProgramEnd run_program(const ProgramStart& start, const std::function<void()>& idle);

}  // namespace heddle::cli
