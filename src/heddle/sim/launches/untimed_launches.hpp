// The launches that are computed without timing: their order, and how far each one is.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

#include "heddle/base/request_check.hpp"
#include "heddle/exec/functional_run.hpp"
#include "heddle/exec/system/system_call.hpp"
#include "heddle/sim/launches/launch.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::sim {

/// Time and work of the timed launches, on which those without timing depend.
struct TimedSoFar {
  Cycle now = 0;
  std::uint64_t warp_instructions = 0;
};

class UntimedLaunches {
 public:
  using Outcome = exec::FunctionalRun::Outcome;

  /// Both arguments must outlive the object.
  UntimedLaunches(const Configuration& configuration, exec::SystemServices& services)
      : configuration_(configuration), services_(services) {}

  /// Sets the functions that are called for each launch that the options do not choose.
  void watch(ComputedWatch watch) { watch_ = std::move(watch); }

  void add(GridId id) { queue_.push_back(id); }
  bool empty() const { return queue_.empty(); }
  std::size_t size() const { return queue_.size(); }
  void clear() { queue_.clear(); }

  /// Removes the front of the queue.
  GridId take_front();
  /// Runs the launch until it ends, reaches the run's limit, or waits for a copy or another grid. A
  /// launch that waits goes to the end of the queue. Throws ExecutionFault.
  Outcome advance(GridId id, Launch& launch, const TimedSoFar& timed, const RequestCheck& requests);
  /// Whether each launch of the queue has waited since the last one that made progress.
  bool all_wait() const { return stuck_in_a_row_ > queue_.size(); }
  /// Lets the launches try again. Called when time passes.
  void retry() { stuck_in_a_row_ = 0; }

  /// Adds to `warp_instructions` what the launch has executed since the last call.
  void count_instructions(Launch& launch);
  std::uint64_t warp_instructions() const { return instructions_; }
  /// Returns the host time of launches since the last call.
  std::chrono::nanoseconds take_host_time() { return std::exchange(host_time_, {}); }

 private:
  exec::FunctionalOptions options(const Launch& launch, const TimedSoFar& timed,
                                  const RequestCheck& requests) const;
  Outcome compute(GridId id, Launch& launch);

  const Configuration& configuration_;
  exec::SystemServices& services_;
  ComputedWatch watch_;
  std::deque<GridId> queue_;        ///< in the order in which the launches run
  std::size_t stuck_in_a_row_ = 0;  ///< number of consecutive attempts that made no progress
  std::uint64_t instructions_ = 0;
  std::chrono::nanoseconds host_time_{};
};

}  // namespace heddle::sim
