#include "heddle/sim/deferred_signals.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <optional>

#include <signal.h>
#include <time.h>
#include <unistd.h>

namespace heddle::sim {
namespace {

constexpr std::array kDeferredSignals = {SIGINT, SIGTERM, SIGHUP};
constexpr timespec kLongest{1, 0};  ///< longest time for which the default action of a signal is
                                    ///< deferred

/// The data of the signal handler. The data are global because a handler has no argument for them.
struct Subject {
  std::atomic<Requests*> requests{nullptr};
  std::atomic<const std::atomic<std::uint64_t>*> unfinished{nullptr};
  std::atomic<pid_t> process{0};  ///< process whose signals are deferred; 0: none
  /// By signal: the timer that sends a deferred signal again when its time is up. A signal without
  /// a timer is never deferred.
  std::array<std::optional<timer_t>, kDeferredSignals.size()> clocks;
};
Subject subject;

void set_clock(const std::optional<timer_t>& clock, timespec after) {
  const itimerspec once{{}, after};
  if (clock) timer_settime(*clock, 0, &once, nullptr);
}

/// Takes the default action of the signal.
void take(int signal) {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  kill(getpid(), signal);  // if called in a handler, the signal is delivered when the handler
                           // returns
}

void defer_signal(int signal, siginfo_t* info, void* /*context*/) {
  const int error = errno;
  const bool simulates = subject.process == getpid() && *subject.unfinished.load() != 0;
  const bool is_time_up = info->si_code == SI_TIMER && info->si_value.sival_ptr == &subject;
  if (!simulates || is_time_up) {
    take(signal);
  } else if (subject.requests.load()->defer(signal)) {
    std::size_t index = 0;
    while (kDeferredSignals[index] != signal) ++index;
    set_clock(subject.clocks[index], kLongest);
  }
  errno = error;
}

std::optional<timer_t> make_clock(int signal) {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = signal;
  event.sigev_value.sival_ptr = &subject;
  timer_t clock{};
  if (timer_create(CLOCK_MONOTONIC, &event, &clock) != 0) return {};
  return clock;
}

}  // namespace

DeferredSignals::DeferredSignals(Requests& requests, const std::atomic<std::uint64_t>& unfinished) {
  subject.requests = &requests;
  subject.unfinished = &unfinished;
  subject.process = getpid();
  for (std::size_t i = 0; i < kDeferredSignals.size(); ++i) {
    struct sigaction action = {};
    if (sigaction(kDeferredSignals[i], nullptr, &action) != 0 || action.sa_handler != SIG_DFL)
      continue;
    subject.clocks[i] = make_clock(kDeferredSignals[i]);
    if (!subject.clocks[i]) continue;  // without a time limit the signal is not deferred
    action.sa_sigaction = defer_signal;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigaction(kDeferredSignals[i], &action, nullptr);
  }
}

DeferredSignals::~DeferredSignals() {
  take_waiting();
  subject.process = 0;
  for (auto& clock : subject.clocks) {
    if (clock) timer_delete(*clock);
    clock.reset();
  }
}

void DeferredSignals::stop_clocks() {
  for (const auto& clock : subject.clocks) set_clock(clock, {});
}

void DeferredSignals::take_waiting() {
  if (const int signal = subject.requests.load()->deferred(); signal != 0) take(signal);
}

}  // namespace heddle::sim
