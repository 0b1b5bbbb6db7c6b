#include "cli/run/child_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "heddle/base/error.hpp"

namespace heddle::cli {
namespace {

constexpr int kPassedOn[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
constexpr long kPollNanoseconds = 200'000'000;

/// The signals of the wait, blocked as long as it lasts.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGCHLD);
    for (const int signal : kPassedOn) sigaddset(&set_, signal);
    sigprocmask(SIG_BLOCK, &set_, &before_);
  }
  ~BlockedSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

  const sigset_t& before() const { return before_; }
  /// A signal of the set, or 0 after a while.
  int next(siginfo_t& info) const {
    const timespec limit{0, kPollNanoseconds};
    const int signal = sigtimedwait(&set_, &info, &limit);
    return signal < 0 ? 0 : signal;
  }

 private:
  sigset_t set_{}, before_{};
};

std::filesystem::path file_of(const ProgramStart& start) {
  return start.file.empty() ? std::filesystem::path(start.arguments[0]) : start.file;
}

/// In the child: standard output and errors go to a new file. False: errno says why not.
bool redirect_output(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  return descriptor >= 0 && dup2(descriptor, STDOUT_FILENO) >= 0 &&
         dup2(descriptor, STDERR_FILENO) >= 0;
}

/// In the child: becomes the program, or reports errno through `report`.
[[noreturn]] void become(const ProgramStart& start, const BlockedSignals& signals, pid_t parent,
                         int report) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(1);
  for (const auto& [name, value] : start.environment) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  arguments.reserve(start.arguments.size() + 1);
  for (const std::string& argument : start.arguments) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  const bool ready = start.output.empty() || redirect_output(start.output);
  sigprocmask(SIG_SETMASK, start.blocked ? &*start.blocked : &signals.before(), nullptr);
  if (ready) execv(file_of(start).c_str(), arguments.data());
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(report, &error, sizeof error);
  _exit(127);
}

/// errno of the child's exec, 0 if it went well.
int exec_error(int report) {
  int error = 0;
  ssize_t got = 0;
  do {
    got = read(report, &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  close(report);
  return got == sizeof error ? error : 0;
}

[[noreturn]] void refuse_start(const std::string& program, int error) {
  if (error == ENOEXEC) {
    fail(
        "'{}' is not a program that this machine runs (a script needs a first line like #!/bin/sh)",
        program);
  }
  if (error == ENOENT) fail("'{}' or the interpreter that it names does not exist", program);
  fail("cannot start '{}': {}", program, std::strerror(error));
}

pid_t start_program(const ProgramStart& start, const BlockedSignals& signals) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) fail("cannot start a process: {}", std::strerror(errno));
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) fail("cannot start a process: {}", std::strerror(errno));
  if (child == 0) become(start, signals, parent, report[1]);
  close(report[1]);
  const int error = exec_error(report[0]);
  if (error == 0) return child;
  waitpid(child, nullptr, 0);
  refuse_start(file_of(start).string(), error);
}

/// True once the program has ended.
bool reap(pid_t child, ProgramEnd& end) {
  int status = 0;
  if (waitpid(child, &status, WNOHANG) != child) return false;
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.exit_code = end.signal != 0 ? 128 + end.signal : WEXITSTATUS(status);
  return true;
}

}  // namespace

HeldSignals::HeldSignals() {
  sigset_t held{};
  sigemptyset(&held);
  for (const int signal : kPassedOn) sigaddset(&held, signal);
  sigprocmask(SIG_BLOCK, &held, &before_);
}

HeldSignals::~HeldSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

ProgramEnd run_program(const ProgramStart& start, const std::function<void()>& idle) {
  const BlockedSignals signals;
  const pid_t child = start_program(start, signals);
  ProgramEnd end;
  while (!reap(child, end)) {
    siginfo_t info{};
    const int signal = signals.next(info);
    if (signal == 0) idle();
    if (signal == 0 || signal == SIGCHLD) continue;
    end.interrupted_by = signal;
    const bool from_terminal = info.si_code == SI_KERNEL;
    if (!from_terminal) kill(child, signal);
  }
  return end;
}

}  // namespace heddle::cli
