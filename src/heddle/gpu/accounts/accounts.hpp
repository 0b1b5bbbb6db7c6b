// What grids cost. The units of a chip count by kernel slot from the start of the run on; a grid's
// counters are the difference of two snapshots of its slot, one when the slot is opened for the
// grid and one when it is closed. What kernel slots share is charged once: cycles in which a
// scheduler has no warp belong to the oldest open slot.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/energy/model.hpp"
#include "heddle/gpu/accounts/counters.hpp"
#include "heddle/gpu/accounts/probes.hpp"
#include "heddle/gpu/accounts/sm_sums.hpp"
#include "heddle/gpu/chip/chip.hpp"

namespace heddle::gpu {

class Accounts {
 public:
  Accounts(Chip& chip, const Probes& probes);

  /// From the next grid on, counters tell SMs apart.
  void count_each_sm() { each_sm_ = true; }
  /// A grid gets the kernel slot at `when`.
  void open(std::uint8_t slot, const BlockFacts& facts, Cycle when);
  /// What the grid in an open slot did before cycle `when`.
  GridCounters so_far(std::uint8_t slot, Cycle when);
  /// What the grid in an open slot has made of the GPU since this was asked last; nothing: it was
  /// not.
  std::optional<policy::Meters> meter(std::uint8_t slot, Cycle when);
  /// The grid in the slot ends at `when`; returns what it did.
  GridCounters close(std::uint8_t slot, Cycle when);

  std::uint64_t warp_instructions() const;  ///< of all grids, ever
  const energy::Model& energy_model() const { return energy_model_; }

 private:
  struct Account {
    GridCounters at_start;
    BlockFacts facts;
    std::optional<GridCounters> metered = {};  ///< what it had done when meter() was asked last
  };

  /// The counts of the slot from the start of the run to `when`.
  GridCounters snapshot(std::uint8_t slot, Cycle when);
  std::vector<SmCounters> of_each_sm(std::uint8_t slot, Cycle when);
  GridCounters difference(std::uint8_t slot, const GridCounters& now);

  Chip& chip_;
  const Probes& probes_;
  SmSums sm_sums_;
  energy::Model energy_model_;
  bool each_sm_ = false;
  std::array<Account, core::kKernelSlots> accounts_;
  std::vector<std::uint8_t> open_;  ///< slots, oldest first
};

}  // namespace heddle::gpu
