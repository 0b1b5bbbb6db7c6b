// Host time of the simulation, in total and by phase of a quantum. The measurement has no effect on
// simulated results.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "heddle/gpu/clock/thread_balance.hpp"

namespace heddle::gpu {

enum class Phase : std::uint8_t {
  sm,           ///< each SM runs alone
  memory,       ///< stores become visible; interconnect, L2 and DRAM run
  bookkeeping,  ///< reports of the SMs are processed; idle quanta are skipped
};
inline constexpr std::size_t kPhases = 3;
inline constexpr std::array<std::string_view, kPhases> kPhaseNames = {"sm", "memory",
                                                                      "bookkeeping"};

struct PhaseTimes {
  std::chrono::nanoseconds total{};  ///< total host time; every quantum is measured
  std::array<std::chrono::nanoseconds, kPhases> sampled{};  ///< by Phase; only of sampled quanta
  ThreadBalance balance{};                                  ///< zero unless measured

  /// Total host time in seconds.
  double seconds() const { return std::chrono::duration<double>(total).count(); }
  /// The phase's part of the total host time, in seconds. The total is divided in the ratio of the
  /// phases' times in the sampled quanta, so the parts add up to the total.
  double seconds(Phase phase) const {
    const auto all = static_cast<double>((sampled[0] + sampled[1] + sampled[2]).count());
    const auto part = static_cast<double>(sampled[static_cast<std::size_t>(phase)].count());
    return all == 0 ? 0 : seconds() * part / all;
  }

  PhaseTimes& operator+=(const PhaseTimes& other) {
    total += other.total;
    for (std::size_t i = 0; i < kPhases; ++i) sampled[i] += other.sampled[i];
    balance += other.balance;
    return *this;
  }
};

/// Measures the times. Reading the host's clock can take up to a hundredth of the time of a quantum
/// with little work. Therefore only one quantum in kPeriod is divided into phases.
class PhaseClock {
 public:
  static constexpr unsigned kPeriod = 7;  ///< number of quanta; a prime number, so that sampling
                                          ///< does not follow the rhythm of a program

  /// The host time from the construction of a Running object to its destruction counts.
  class Running {
   public:
    explicit Running(PhaseClock& clock) : clock_(clock), began_(Clock::now()) {}
    ~Running() {
      clock_.charge(Phase::bookkeeping);
      clock_.sampling_ = false;
      clock_.times_.total += Clock::now() - began_;
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

   private:
    PhaseClock& clock_;
    std::chrono::steady_clock::time_point began_;
  };

  /// Begins a quantum, and ends the bookkeeping of the quantum before.
  void next_quantum() {
    charge(Phase::bookkeeping);
    sampling_ = quanta_++ % kPeriod == 0;
    if (sampling_) last_ = Clock::now();
  }
  /// Ends a phase of the quantum.
  void charge(Phase phase) {
    if (!sampling_) return;
    const Clock::time_point now = Clock::now();
    times_.sampled[static_cast<std::size_t>(phase)] += now - last_;
    last_ = now;
  }
  /// Returns the times measured since the last call.
  PhaseTimes take() { return std::exchange(times_, {}); }

 private:
  using Clock = std::chrono::steady_clock;

  PhaseTimes times_;
  Clock::time_point last_;  ///< end of the last phase of the sampled quantum that has ended
  std::uint64_t quanta_ = 0;
  bool sampling_ = false;
};

}  // namespace heddle::gpu
