// Defers the default action of SIGINT, SIGTERM and SIGHUP, which is to end the process at once.
// While kernels run under `heddle run`, this action waits until the simulation has stopped and the
// measured part is recorded. If the program does not call the runtime meanwhile, the action waits
// for one second at most. Further signals in the waiting time have no effect, because one Ctrl-C
// may arrive twice: from the terminal, and from a process that passes the signal on. Signals that
// the program ignores or handles are not deferred.
#pragma once

#include <atomic>
#include <cstdint>

#include "heddle/sim/output/requests.hpp"

namespace heddle::sim {

/// A process has at most one object of this class. In a forked child, signals are not deferred.
class DeferredSignals {
 public:
  /// During the life of the object, signals are deferred while `unfinished` is not 0.
  DeferredSignals(Requests& requests, const std::atomic<std::uint64_t>& unfinished);
  ~DeferredSignals();  ///< takes a deferred action at once
  DeferredSignals(const DeferredSignals&) = delete;
  DeferredSignals& operator=(const DeferredSignals&) = delete;

  /// Stops the timers. Called when the simulation has stopped. The caller calls `take_waiting` when
  /// the measured part is recorded.
  void stop_clocks();
  /// Takes the default action of the deferred signal, if there is one.
  void take_waiting();
};

}  // namespace heddle::sim
