#include "jobs/processes/start_process.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "heddle/base/error.hpp"

namespace heddle::jobs {
namespace {

/// In the child: executes the program, or writes errno to the descriptor `report`.
[[noreturn]] void become(const ProcessStart& start, pid_t parent, int report) {
  prctl(PR_SET_PDEATHSIG, start.signal_if_orphaned);
  if (getppid() != parent) _exit(1);
  std::vector<char*> arguments;
  arguments.reserve(start.arguments.size() + 1);
  for (const std::string& argument : start.arguments) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  const bool ready = start.prepare();
  const int prepare_error = errno;
  sigprocmask(SIG_SETMASK, &start.blocked, nullptr);
  if (ready) (start.on_path ? execvp : execv)(start.file.c_str(), arguments.data());
  const int error = ready ? errno : prepare_error;
  [[maybe_unused]] const ssize_t written = write(report, &error, sizeof error);
  _exit(127);
}

/// Returns the errno of the child's exec, or 0 if the exec succeeded.
int exec_error(int report) {
  int error = 0;
  ssize_t got = 0;
  do {
    got = read(report, &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  close(report);
  return got == sizeof error ? error : 0;
}

}  // namespace

bool has_ended(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == child;
}

StartedProcess start_process(const ProcessStart& start) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) fail("cannot start a process: {}", std::strerror(errno));
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) become(start, parent, report[1]);
  const int fork_error = errno;
  close(report[1]);
  if (child < 0) {
    close(report[0]);
    fail("cannot start a process: {}", std::strerror(fork_error));
  }
  const int error = exec_error(report[0]);
  if (error != 0) waitpid(child, nullptr, 0);
  return {child, error};
}

bool redirect_output(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  return descriptor >= 0 && dup2(descriptor, STDOUT_FILENO) >= 0 &&
         dup2(descriptor, STDERR_FILENO) >= 0;
}

}  // namespace heddle::jobs
