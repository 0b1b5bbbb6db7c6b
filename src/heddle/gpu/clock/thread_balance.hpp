// An upper bound on the speed-up of the SM phase with several host threads. SM i belongs to thread
// i % threads, and a quantum ends when its slowest thread has ended. A run with one thread measures
// the host time of each SM in each quantum. The bound is computed from these times.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

namespace heddle::gpu {

struct ThreadBalance {
  static constexpr std::array<unsigned, 6> kThreads = {2, 4, 8, 16, 32, 64};

  std::chrono::nanoseconds all{};  ///< host time of all SMs; zero: not measured
  /// By kThreads: host time of the slowest thread, summed over all quanta.
  std::array<std::chrono::nanoseconds, kThreads.size()> longest{};

  /// Upper bound on the speed-up by kThreads[i] threads: the host time with one thread, divided by
  /// the estimated host time with kThreads[i] threads.
  double bound(std::size_t i) const {
    return static_cast<double>(all.count()) / static_cast<double>(longest[i].count());
  }
  ThreadBalance& operator+=(const ThreadBalance& other) {
    all += other.all;
    for (std::size_t i = 0; i < longest.size(); ++i) longest[i] += other.longest[i];
    return *this;
  }
};

/// Measures the balance in a run with one host thread.
class BalanceMeter {
 public:
  void start(std::size_t sms) { times_.assign(sms, {}); }
  bool is_on() const { return !times_.empty(); }
  /// Begins a quantum, before its first SM runs.
  void begin_quantum() { last_ = Clock::now(); }
  /// Ends the run of the SM, which began when the SM before it ended.
  void end_sm(std::size_t index) {
    const Clock::time_point now = Clock::now();
    times_[index] = now - last_;
    last_ = now;
  }
  void end_quantum() { add(balance_, times_); }
  /// Returns the balance measured since the last call.
  ThreadBalance take() { return std::exchange(balance_, {}); }

  /// Adds a quantum to the balance. `times`: host time of each SM in the quantum.
  static void add(ThreadBalance& balance, const std::vector<std::chrono::nanoseconds>& times);

 private:
  using Clock = std::chrono::steady_clock;

  std::vector<std::chrono::nanoseconds>
      times_;  ///< by SM, in this quantum; empty: the meter is off
  Clock::time_point last_;
  ThreadBalance balance_;
};

}  // namespace heddle::gpu
