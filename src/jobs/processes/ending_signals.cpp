#include "jobs/processes/ending_signals.hpp"

#include <cstring>

#include <fmt/core.h>

namespace heddle::jobs {

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction action = {};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN)
      sigaddset(&set, signal);
  }
  return set;
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal) : "SIG" + std::string(name);
}

HeldSignals::HeldSignals() {
  const sigset_t held = ending_signals();
  sigprocmask(SIG_BLOCK, &held, &before_);
}

HeldSignals::~HeldSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

AwaitedSignals::AwaitedSignals() : set_(ending_signals()) {
  sigaddset(&set_, SIGCHLD);
  sigprocmask(SIG_BLOCK, &set_, &before_);
}

AwaitedSignals::~AwaitedSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

int AwaitedSignals::next(std::chrono::nanoseconds patience, siginfo_t& info) const {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(patience);
  const timespec limit{seconds.count(), (patience - seconds).count()};
  const int signal = sigtimedwait(&set_, &info, &limit);
  return signal < 0 || signal == SIGCHLD ? 0 : signal;
}

}  // namespace heddle::jobs
