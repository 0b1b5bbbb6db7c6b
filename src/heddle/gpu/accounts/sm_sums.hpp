// Sums over the SMs of a chip, by kernel slot. In many launches a few SMs work while all others
// sleep. Therefore an SM's counts are read again only if the SM has executed something or has
// blocks.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/gpu/accounts/counters.hpp"
#include "heddle/gpu/chip/atomics.hpp"

namespace heddle::gpu {

class SmSums {
 public:
  explicit SmSums(const Sms& sms) : sms_(sms) {}

  /// Adds to `counters` the slot's counts of all SMs from the start of the run to `when`.
  void add(std::uint8_t slot, Cycle when, GridCounters& counters);
  /// Forgets the minima and maxima of the slot's earlier grids.
  void begin_grid(std::uint8_t slot);

 private:
  /// The last reading of an SM.
  struct Reading {
    SmShare share;
    core::LifetimeExtremes lifetimes;
    Cycle booked = kNever;  ///< cycle up to which the SM had counted its cycles when its counts
                            ///< were read; kNever: the SM must be read again
    /// Cycle up to which the empty cycles of a sleeping SM have been added to `sum`.
    Cycle empty_until = 0;
  };
  struct Slot {
    SmShare sum;
    std::vector<Reading> sms;  ///< empty until the slot's first reading
  };

  static void read(core::Sm& sm, std::uint8_t slot, Cycle when, Slot& of, Reading& reading);

  const Sms& sms_;
  std::array<Slot, core::kKernelSlots> slots_;
};

}  // namespace heddle::gpu
