#include "cc/session/process.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>
extern "C" {  // glibc 2.36 has no declaration of this function
#include <sys/pidfd.h>
}

#include "heddle/base/error.hpp"
#include "jobs/processes/ending_signals.hpp"
#include "jobs/processes/process_tree.hpp"
#include "jobs/processes/start_process.hpp"
#include "jobs/streams/standard_streams.hpp"

namespace heddle::cc {
namespace {

/// Time that a compiler has to clear away its files.
constexpr std::chrono::milliseconds kPatience{1000};
constexpr std::chrono::milliseconds kLook{10};

/// In the child: sets the streams and the folder for temporary files. Returns false on failure,
/// with the reason in errno.
bool prepare(const CompilerStart& start, int errors) {
  if (!start.temporary.empty()) setenv("TMPDIR", start.temporary.c_str(), 1);
  if (!start.output.empty()) {
    const int file = open(start.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0 || dup2(file, STDOUT_FILENO) < 0) return false;
  }
  return dup2(errors, STDERR_FILENO) >= 0;
}

/// The signals that are blocked in a compiler: those that this process blocks, except the ending
/// signals that heddle holds.
sigset_t unheld() {
  sigset_t set;
  sigprocmask(SIG_BLOCK, nullptr, &set);
  const sigset_t ending = jobs::ending_signals();
  for (int signal = 1; signal < NSIG; ++signal) {
    if (sigismember(&ending, signal) == 1) sigdelset(&set, signal);
  }
  return set;
}

/// Asks the compiler and all processes that it has started to end. Kills the processes that do not
/// end in time.
void end_all(pid_t compiler) {
  const jobs::ProcessTree tree(compiler);
  tree.signal(SIGTERM);
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (!jobs::has_ended(compiler) && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(kLook);
  jobs::ProcessTree(compiler).signal(SIGKILL);
  tree.signal(SIGKILL);
}

/// Reads a piece of text from the pipe, and prints it on standard error unless `quiet`. Returns
/// false at the end of the pipe.
bool take_piece(int pipe, std::string& text, bool quiet) {
  std::array<char, 4096> buffer;
  const ssize_t count = read(pipe, buffer.data(), buffer.size());
  if (count < 0) return errno == EINTR;
  const std::string_view piece(buffer.data(), static_cast<std::size_t>(count));
  if (!quiet) jobs::say(piece);
  text += piece;
  return count > 0;
}

/// Returns the text that comes through the pipe until the pipe is closed and the child has ended.
/// An ending signal that heddle holds ends the child.
std::string relay(int pipe, pid_t child, bool quiet) {
  const sigset_t ends = jobs::ending_signals();
  const int signals = signalfd(-1, &ends, SFD_CLOEXEC), ended = pidfd_open(child, 0);
  std::string text;
  enum { kPipe, kSignals, kEnded };
  std::array<pollfd, 3> events = {{{pipe, POLLIN, 0}, {signals, POLLIN, 0}, {ended, POLLIN, 0}}};
  // The loop stops polling a pipe that is closed and a child that has ended.
  while (events[kPipe].fd >= 0 || events[kEnded].fd >= 0) {
    if (poll(events.data(), events.size(), -1) < 0) continue;
    if (events[kSignals].revents != 0) {
      end_all(child);  // the signal stays pending until the HeldSignals object ends
      break;
    }
    if (events[kPipe].revents != 0 && !take_piece(pipe, text, quiet)) events[kPipe].fd = -1;
    if (events[kEnded].revents != 0) events[kEnded].fd = -1;
  }
  close(signals);
  close(ended);
  return text;
}

}  // namespace

ProcessResult run_process(const CompilerStart& start) {
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) fail("pipe: {}", std::strerror(errno));
  const jobs::StartedProcess started =
      jobs::start_process({.file = start.command.front(),
                           .on_path = true,
                           .arguments = {start.command.begin(), start.command.end()},
                           .blocked = unheld(),
                           .signal_if_orphaned = SIGTERM,
                           .prepare = [&] { return prepare(start, pipe_ends[1]); }});
  close(pipe_ends[1]);
  ProcessResult result;
  if (started.error == 0) result.errors = relay(pipe_ends[0], started.process, start.quiet);
  close(pipe_ends[0]);
  if (started.error != 0)
    fail("{}: cannot be run: {}", start.command.front(), std::strerror(started.error));
  int status = 0;
  while (waitpid(started.process, &status, 0) < 0 && errno == EINTR) {
  }
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

void become(std::span<const std::string> command) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execvp(words.front(), words.data());
  fail("{}: {}", command.front(), std::strerror(errno));
}

}  // namespace heddle::cc
