// Sums over the SMs of a chip, by kernel slot. Many launches give a few SMs work while all others
// sleep, so that an SM is read anew only if it has done something, or has blocks.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/gpu/accounts/counters.hpp"
#include "heddle/gpu/chip/atomics.hpp"

namespace heddle::gpu {

class SmSums {
 public:
  explicit SmSums(const Sms& sms) : sms_(sms) {}

  /// Adds what all SMs have counted of the slot from the start of the run to `when`.
  void add(std::uint8_t slot, Cycle when, GridCounters& counters);
  /// The SMs forget the extremes of the slot's earlier grids.
  void begin_grid(std::uint8_t slot);

 private:
  /// What grows with time alone, of one SM or of all.
  struct Share : Counts<Share> {
    core::KernelCounters kernel;
    core::ScalarCounters scalars;
    core::ResidencyCounters residency;
    core::ExchangeCounts exchanges;
    core::ContextCounts contexts;
    model::StallCounters stalls;
  };
  /// An SM when it was read last.
  struct Reading {
    Share share;
    core::LifetimeExtremes lifetimes;
    Cycle booked = kNever;  ///< up to here are its cycles; kNever: it has to be read anew
    Cycle empty_until = 0;  ///< up to here are its cycles in `sum`, if it has slept since
  };
  struct Slot {
    Share sum;
    std::vector<Reading> sms;  ///< empty until the slot is read
  };

  static void read(core::Sm& sm, std::uint8_t slot, Cycle when, Slot& of, Reading& reading);

  const Sms& sms_;
  std::array<Slot, core::kKernelSlots> slots_;
};

}  // namespace heddle::gpu
