// Starts a program as a child process, and reports why the program could not be started.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <signal.h>
#include <sys/types.h>

namespace heddle::jobs {

struct ProcessStart {
  std::filesystem::path file;
  bool on_path = false;                ///< whether a file without a slash is looked for on PATH
  std::vector<std::string> arguments;  ///< [0] is the name of the program
  sigset_t blocked{};                  ///< signals blocked in the program
  int signal_if_orphaned = 0;          ///< signal that the program gets when this process ends
  std::function<bool()> prepare;  ///< runs in the child before exec; returns false on failure, with
                                  ///< the reason in errno
};

struct StartedProcess {
  pid_t process = 0;
  int error = 0;  ///< errno if the program could not be started; then there is no child
};

/// Throws Error if the operating system makes no new process.
StartedProcess start_process(const ProcessStart& start);

/// Whether the child has ended. The child must still be waited for.
bool has_ended(pid_t child);

/// In a child: sends standard output and error to a new file. Returns false on failure, with the
/// reason in errno.
bool redirect_output(const std::filesystem::path& file);

}  // namespace heddle::jobs
