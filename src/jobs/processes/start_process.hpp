// Starts a program as a child, so that what keeps it from starting is known here.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <signal.h>
#include <sys/types.h>

namespace heddle::jobs {

struct ProcessStart {
  std::filesystem::path file;          ///< of the program
  bool on_path = false;                ///< a file without a slash is looked for on PATH
  std::vector<std::string> arguments;  ///< [0] is its name
  sigset_t blocked{};                  ///< signals that it begins with
  int signal_if_orphaned = 0;          ///< that it gets when this process ends
  std::function<bool()> prepare;       ///< in the child, before all; false: errno says why not
};

struct StartedProcess {
  pid_t process = 0;
  int error = 0;  ///< errno of what kept it from starting; it is no child then
};

/// Throws Error if there can be no other process at all.
StartedProcess start_process(const ProcessStart& start);

/// Whether this child has ended; it is still to be waited for.
bool has_ended(pid_t child);

/// In a child: its standard output and errors go to a new file. False: errno says why not.
bool redirect_output(const std::filesystem::path& file);

}  // namespace heddle::jobs
