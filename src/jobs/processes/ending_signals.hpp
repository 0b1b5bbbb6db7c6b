// The signals that ask a command to end: SIGINT (Ctrl-C), SIGTERM, SIGHUP and SIGQUIT, but for
// those that it was started to ignore, as nohup and a shell's `&` do. A command that has something
// to clear away, or a process to wait for, holds them meanwhile.
#pragma once

#include <chrono>
#include <string>

#include <signal.h>

namespace heddle::jobs {

sigset_t ending_signals();

/// "SIGINT"
std::string signal_name(int signal);

/// While one lives, the signals wait; then they take effect.
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

/// While one lives, they and the ends of child processes are what `next` waits for.
class AwaitedSignals {
 public:
  AwaitedSignals();
  ~AwaitedSignals();
  AwaitedSignals(const AwaitedSignals&) = delete;
  AwaitedSignals& operator=(const AwaitedSignals&) = delete;

  const sigset_t& before() const { return before_; }
  /// The next signal that asks to end; 0 at the end of a child process, or after a while.
  int next(std::chrono::nanoseconds patience, siginfo_t& info) const;

 private:
  sigset_t set_{}, before_{};
};

}  // namespace heddle::jobs
