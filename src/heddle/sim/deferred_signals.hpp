// SIGINT, SIGTERM and SIGHUP end a process at once unless the process handles them. While kernels
// run under `heddle run`, this default action waits until the simulation has stopped and the
// measured part is recorded. If the program does not call the runtime, the action waits for a
// second at most. Further signals in this time have no effect: one Ctrl-C may arrive twice, from
// the terminal and from a process that passes it on. Signals that the program ignores or handles
// are left to the program.
#pragma once

#include <atomic>
#include <cstdint>

#include "heddle/sim/output/requests.hpp"

namespace heddle::sim {

/// At most one object per process. A forked child has the default action.
class DeferredSignals {
 public:
  /// During the life of the object, signals are deferred while `unfinished` is not 0.
  DeferredSignals(Requests& requests, const std::atomic<std::uint64_t>& unfinished);
  ~DeferredSignals();  ///< takes deferred actions at once
  DeferredSignals(const DeferredSignals&) = delete;
  DeferredSignals& operator=(const DeferredSignals&) = delete;

  /// Stops the timers, since the simulation has stopped. `take_waiting` is called once the measured
  /// part is recorded.
  void stop_clocks();
  /// Takes the default action of the deferred signal, if there is one.
  void take_waiting();
};

}  // namespace heddle::sim
