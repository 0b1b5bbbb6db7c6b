// How long the running kernel has run, and how long it is likely to go on: from the blocks that
// have ended, and before the first of them has, from the kernel's last launch.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "heddle/sim/records/journal_watch.hpp"

namespace heddle::study {

class GridPace {
 public:
  using Clock = std::chrono::steady_clock;

  explicit GridPace(Clock::time_point now) : began_(now) {}

  /// Called several times a second, from the run's begin on.
  void see(const sim::JournalWatch::Sum& sum, Clock::time_point now);
  /// Whether the counters of the running kernel are still those of the one before.
  bool is_unknown() const { return known_.kernel.empty(); }
  /// Seconds until the kernels that run now have ended, with what `sum` says of them.
  std::optional<double> seconds_left(const sim::JournalWatch::Sum& sum,
                                     Clock::time_point now) const;

 private:
  void note_end(Clock::time_point now);

  Clock::time_point began_;               ///< the running kernel
  std::uint64_t launches_ = 0;            ///< when began_ was set
  bool runs_ = false, is_alone_ = false;  ///< a kernel runs; no other has since it began
  sim::JournalWatch::Sum known_;          ///< the last of the running kernel; no kernel: none yet
  std::map<std::string, double> seconds_of_block_;  ///< of kernels that have run, by symbol
};

}  // namespace heddle::study
