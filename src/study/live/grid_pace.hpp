// Estimates the time until the running kernel ends, from the share of its blocks that have ended.
// Before the first block has ended, the estimate comes from an earlier launch of the kernel.
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

  /// Call this several times a second from the beginning of the run.
  void see(const sim::JournalWatch::Sum& sum, Clock::time_point now);
  /// Whether no report on the running kernel has come yet. The counters then describe an earlier
  /// kernel.
  bool is_unknown() const { return known_.kernel.empty(); }
  /// The estimated seconds until the running kernels end; none: no estimate.
  std::optional<double> seconds_left(const sim::JournalWatch::Sum& sum,
                                     Clock::time_point now) const;

 private:
  void note_end(Clock::time_point now);

  Clock::time_point began_;     ///< begin of the running kernel
  std::uint64_t launches_ = 0;  ///< number of launches when began_ was set
  // Whether a kernel runs; whether no other kernel has run since this kernel began.
  bool runs_ = false, is_alone_ = false;
  /// Last report on the running kernel; until the first, `kernel` is "".
  sim::JournalWatch::Sum known_;
  std::map<std::string, double> seconds_of_block_;  ///< from earlier launches; key: symbol
};

}  // namespace heddle::study
