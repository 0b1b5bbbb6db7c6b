// The counters of each grid. The units of a chip count by kernel slot from the start of the run. A
// grid's counters are the difference of two snapshots of its slot: the first when the grid gets the
// slot (opens it), the second when the grid ends (closes it). Cycles in which a scheduler has no
// warp belong to no kernel slot in particular. They are charged once, to the oldest open slot.
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

  /// From now on, the counters of each grid that begins also contain the counts of each SM.
  void count_each_sm() { each_sm_ = true; }
  /// Opens the kernel slot for a grid at `when`.
  void open(std::uint8_t slot, const BlockFacts& facts, Cycle when);
  /// Returns the counters, up to cycle `when`, of the grid that has the open slot.
  GridCounters counters_so_far(std::uint8_t slot, Cycle when);
  /// Returns how much the grid that has the open slot has used the GPU since the last call of
  /// meter(). Returns nothing at the first call for a grid.
  std::optional<policy::Meters> meter(std::uint8_t slot, Cycle when);
  /// Closes the slot of the grid that ends at `when`, and returns this grid's counters.
  GridCounters close(std::uint8_t slot, Cycle when);

  std::uint64_t warp_instructions()
      const;  ///< warp instructions of all grids since the start of the run
  const energy::Model& energy_model() const { return energy_model_; }

 private:
  struct Account {
    GridCounters at_start;
    BlockFacts facts;
    std::optional<GridCounters> metered = {};  ///< counters at the last call of meter()
  };

  /// Returns the counts of the slot from the start of the run to `when`.
  GridCounters snapshot(std::uint8_t slot, Cycle when);
  std::vector<SmCounters> of_each_sm(std::uint8_t slot, Cycle when);
  GridCounters difference(std::uint8_t slot, const GridCounters& now);

  Chip& chip_;
  const Probes& probes_;
  SmSums sm_sums_;
  energy::Model energy_model_;
  bool each_sm_ = false;
  std::array<Account, core::kKernelSlots> accounts_;
  std::vector<std::uint8_t> open_;  ///< open slots, the one that was opened first at the front
};

}  // namespace heddle::gpu
