// SIGINT, SIGTERM and SIGHUP end a process at once unless it handles them. While kernels run under
// `heddle run`, that default action waits until the simulation has stopped and what it measured is
// recorded. It waits for a second at most if the program does not call the runtime meanwhile.
// Further signals in this time change nothing: one Ctrl-C may arrive twice, from the terminal and
// from a process that passes it on. A signal that the program ignores or handles, then or later, is
// the program's.
#pragma once

#include <atomic>
#include <cstdint>

#include "heddle/sim/requests.hpp"

namespace heddle::sim {

/// One lives in a process at most. A child that the process forks has the default action.
class DeferredSignals {
 public:
  /// As long as it lives, such signals are put off while `unfinished` counts launches.
  DeferredSignals(Requests& requests, const std::atomic<std::uint64_t>& unfinished);
  ~DeferredSignals();  ///< no action waits any longer
  DeferredSignals(const DeferredSignals&) = delete;
  DeferredSignals& operator=(const DeferredSignals&) = delete;

  /// The simulation has stopped. From here on no time limit holds: `take_waiting` follows when what
  /// was measured is recorded.
  void stop_clocks();
  /// The default action of the signal that was put off, if one was.
  void take_waiting();
};

}  // namespace heddle::sim
