#include "cli/cc/process.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "heddle/base/error.hpp"

namespace heddle::cli::cc {
namespace {

std::vector<char*> pointers(std::span<const std::string> command) {
  std::vector<char*> result;
  for (const std::string& word : command) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

/// Signals that ask a program to end, unless this one was started to ignore them.
sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action = {};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN)
      sigaddset(&set, signal);
  }
  return set;
}

/// The child's side of run_process.
[[noreturn]] void start(std::span<const std::string> command, const std::string& output,
                        int errors) {
  const sigset_t ends = ending_signals();
  sigprocmask(SIG_UNBLOCK, &ends, nullptr);
  if (!output.empty()) {
    const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || dup2(file, STDOUT_FILENO) < 0) _exit(126);
  }
  dup2(errors, STDERR_FILENO);
  execvp(command.front().c_str(), pointers(command).data());
  _exit(127);
}

void write_all(int file, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(file, data, size);
    if (written < 0 && errno != EINTR) return;
    if (written > 0) {
      data += written;
      size -= static_cast<std::size_t>(written);
    }
  }
}

/// Passes on and keeps what comes through `pipe` to its end; a signal that is held ends the child.
std::string relay(int pipe, pid_t child) {
  const sigset_t ends = ending_signals();
  const int signals = signalfd(-1, &ends, SFD_CLOEXEC);
  std::string text;
  std::array<char, 4096> buffer;
  for (std::array<pollfd, 2> events = {{{pipe, POLLIN, 0}, {signals, POLLIN, 0}}};;) {
    if (poll(events.data(), events.size(), -1) < 0) continue;
    if (events[1].revents != 0) {
      kill(child, SIGTERM);  // the signal itself stays for whoever holds it
      break;
    }
    if (events[0].revents == 0) continue;
    const ssize_t count = read(pipe, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    write_all(STDERR_FILENO, buffer.data(), static_cast<std::size_t>(count));
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  close(signals);
  return text;
}

}  // namespace

HeldSignals::HeldSignals() : before_() {
  const sigset_t ends = ending_signals();
  sigprocmask(SIG_BLOCK, &ends, &before_);
}

HeldSignals::~HeldSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

ProcessResult run_process(std::span<const std::string> command, const std::string& output) {
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) fail("pipe: {}", std::strerror(errno));
  const pid_t child = fork();
  if (child < 0) fail("fork: {}", std::strerror(errno));
  if (child == 0) start(command, output, pipe_ends[1]);
  close(pipe_ends[1]);

  ProcessResult result;
  result.errors = relay(pipe_ends[0], child);
  close(pipe_ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (result.status == 127) fail("{}: cannot be run", command.front());
  return result;
}

void become(std::span<const std::string> command) {
  execvp(command.front().c_str(), pointers(command).data());
  fail("{}: {}", command.front(), std::strerror(errno));
}

}  // namespace heddle::cli::cc
