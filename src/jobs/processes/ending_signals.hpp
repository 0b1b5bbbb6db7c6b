// The signals that ask a command to end: SIGINT (Ctrl-C), SIGTERM, SIGHUP and SIGQUIT. The set
// excludes signals that the command was started to ignore, as by nohup or a shell's `&`. A command
// blocks the signals while it has something to clear away or a process to wait for.
#pragma once

#include <chrono>
#include <string>

#include <signal.h>

namespace heddle::jobs {

sigset_t ending_signals();

/// The name of the signal, such as "SIGINT".
std::string signal_name(int signal);

/// Blocks the ending signals while the object lives. A signal that comes meanwhile takes effect
/// when the object is destroyed.
class HeldSignals {
 public:
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  const sigset_t& before() const { return before_; }  ///< signals that were blocked before

 private:
  sigset_t before_{};
};

/// Blocks the ending signals and SIGCHLD while the object lives, so that `next` can wait for them.
class AwaitedSignals {
 public:
  AwaitedSignals();
  ~AwaitedSignals();
  AwaitedSignals(const AwaitedSignals&) = delete;
  AwaitedSignals& operator=(const AwaitedSignals&) = delete;

  const sigset_t& before() const { return before_; }
  /// Returns the next ending signal. Returns 0 if a child process ends first or `patience` is over.
  int next(std::chrono::nanoseconds patience, siginfo_t& info) const;

 private:
  sigset_t set_{}, before_{};
};

}  // namespace heddle::jobs
