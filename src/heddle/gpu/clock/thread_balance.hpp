// How much faster the SMs of a quantum could run on several host threads at best. Each SM belongs
// to one thread, SM i to thread i % threads, and a quantum waits for the thread that takes longest.
// The bound follows from the host time of each SM in each quantum, which one thread measures.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

namespace heddle::gpu {

struct ThreadBalance {
  static constexpr std::array<unsigned, 6> kThreads = {2, 4, 8, 16, 32, 64};

  std::chrono::nanoseconds all{};  ///< of all SMs; zero: nothing was measured
  /// By kThreads: of the thread that takes longest, over all quanta.
  std::array<std::chrono::nanoseconds, kThreads.size()> longest{};

  /// The time of one thread over that of kThreads[i] threads.
  double bound(std::size_t i) const {
    return static_cast<double>(all.count()) / static_cast<double>(longest[i].count());
  }
  ThreadBalance& operator+=(const ThreadBalance& other) {
    all += other.all;
    for (std::size_t i = 0; i < longest.size(); ++i) longest[i] += other.longest[i];
    return *this;
  }
};

/// Measures the balance, by one host thread.
class BalanceMeter {
 public:
  void start(std::size_t sms) { times_.assign(sms, {}); }
  bool is_on() const { return !times_.empty(); }
  /// The first SM of a quantum begins.
  void begin_quantum() { last_ = Clock::now(); }
  /// The SM has run, after the one before it.
  void end_sm(std::size_t index) {
    const Clock::time_point now = Clock::now();
    times_[index] = now - last_;
    last_ = now;
  }
  void end_quantum() { add(balance_, times_); }
  /// What was measured since the last call.
  ThreadBalance take() { return std::exchange(balance_, {}); }

  /// Adds a quantum in which the SMs took so long.
  static void add(ThreadBalance& balance, const std::vector<std::chrono::nanoseconds>& times);

 private:
  using Clock = std::chrono::steady_clock;

  std::vector<std::chrono::nanoseconds>
      times_;  ///< by SM, in this quantum; empty: the meter is off
  Clock::time_point last_;
  ThreadBalance balance_;
};

}  // namespace heddle::gpu
