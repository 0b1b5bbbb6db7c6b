// Where the host's time goes while the GPU's passes: how long simulating took by the host's clock,
// and how that divides into the phases of a quantum. It is measured beside the simulation, and
// nothing simulated depends on it.
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
  sm,           ///< the SMs run, each alone
  memory,       ///< stores become visible; interconnect, L2 and DRAM run
  bookkeeping,  ///< what the SMs reported is decided on; idle quanta are skipped
};
inline constexpr std::size_t kPhases = 3;
inline constexpr std::array<std::string_view, kPhases> kPhaseNames = {"sm", "memory",
                                                                      "bookkeeping"};

struct PhaseTimes {
  std::chrono::nanoseconds total{};                         ///< exact
  std::array<std::chrono::nanoseconds, kPhases> sampled{};  ///< by Phase: of some quanta
  ThreadBalance balance{};                                  ///< where it is measured

  /// Seconds of the total.
  double seconds() const { return std::chrono::duration<double>(total).count(); }
  /// Seconds of the total that go to a phase as the sampled quanta divide; the phases add up.
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

/// Takes the times. A look at the clock takes as long as a hundredth of a quantum with little to
/// do, so one quantum in kPeriod is divided into phases.
class PhaseClock {
 public:
  static constexpr unsigned kPeriod = 7;  ///< quanta; no multiple of a program's own rhythm

  /// Time that counts, from its construction to its end.
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

  /// A quantum begins, and the bookkeeping of the one before has ended.
  void next_quantum() {
    charge(Phase::bookkeeping);
    sampling_ = quanta_++ % kPeriod == 0;
    if (sampling_) last_ = Clock::now();
  }
  /// A phase of the quantum has ended.
  void charge(Phase phase) {
    if (!sampling_) return;
    const Clock::time_point now = Clock::now();
    times_.sampled[static_cast<std::size_t>(phase)] += now - last_;
    last_ = now;
  }
  /// What was measured since the last call.
  PhaseTimes take() { return std::exchange(times_, {}); }

 private:
  using Clock = std::chrono::steady_clock;

  PhaseTimes times_;
  Clock::time_point last_;  ///< of the quantum that is sampled: the end of its last phase
  std::uint64_t quanta_ = 0;
  bool sampling_ = false;
};

}  // namespace heddle::gpu
