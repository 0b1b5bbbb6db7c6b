#include "jobs/processes/child_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <sys/wait.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "jobs/processes/ending_signals.hpp"
#include "jobs/processes/start_process.hpp"

namespace heddle::jobs {
namespace {

constexpr std::chrono::milliseconds kChildPatience{50};

std::filesystem::path file_of(const ProgramStart& start) {
  return start.file.empty() ? std::filesystem::path(start.arguments[0]) : start.file;
}

/// Runs in the child before exec. Returns false on failure, with the reason in errno.
bool prepare(const ProgramStart& start) {
  for (const auto& [name, value] : start.environment) setenv(name.c_str(), value.c_str(), 1);
  return start.output.empty() || redirect_output(start.output);
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

pid_t start_program(const ProgramStart& start, const AwaitedSignals& signals) {
  const StartedProcess started =
      start_process({.file = file_of(start),
                     .arguments = start.arguments,
                     .blocked = start.blocked ? *start.blocked : signals.before(),
                     .signal_if_orphaned = SIGTERM,
                     .prepare = [&] { return prepare(start); }});
  if (started.error != 0) refuse_start(file_of(start).string(), started.error);
  return started.process;
}

/// Returns true, and fills `end`, once the program has ended.
bool reap(pid_t child, ProgramEnd& end) {
  int status = 0;
  if (waitpid(child, &status, WNOHANG) != child) return false;
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.exit_code = end.signal != 0 ? 128 + end.signal : WEXITSTATUS(status);
  return true;
}

}  // namespace

ProgramEnd run_program(const ProgramStart& start, Attendant& attendant) {
  const AwaitedSignals signals;
  const pid_t child = start_program(start, signals);
  ProgramEnd end;
  while (!reap(child, end)) {
    siginfo_t info{};
    const int signal = signals.next(kChildPatience, info);
    if (signal != 0) {
      if (end.interrupted_by == 0) end.interrupted_by = signal;
      const bool from_terminal = info.si_code == SI_KERNEL;
      if (!from_terminal) kill(child, signal);
      attendant.asked_to_end(child, signal, from_terminal);
    }
    attendant.look(child);
  }
  return end;
}

}  // namespace heddle::jobs
