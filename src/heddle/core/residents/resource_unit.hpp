// Registers, shared memory, warp slots and block slots that the blocks on an SM occupy. The
// dispatcher's ledger mirrors these numbers. An attempt to take a resource twice ends in an
// internal error.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/base/statistics/statistic.hpp"
#include "heddle/base/types.hpp"
#include "heddle/core/terms/counters.hpp"
#include "heddle/core/terms/specs.hpp"
#include "heddle/model/lane_residents.hpp"
#include "heddle/model/places.hpp"
#include "heddle/model/resources.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::core {

/// The resources of an SM. `limits`: numbers of contexts, if the SM holds more contexts than slots.
model::Resources resources_of(const SmSpec& sm, const policy::ContextLimits& limits = {});

/// How many resources a kernel occupies, summed over time.
struct ResidencyCounters : Counts<ResidencyCounters> {
  std::uint64_t register_cycles = 0;  ///< registers occupied, summed over cycles
  std::uint64_t warp_cycles = 0;      ///< warp slots occupied, summed over cycles
  std::uint64_t partial_blocks = 0;
  std::uint64_t late_warps = 0;  ///< number of warps that did not start with their block
  /// Sum over these late warps: cycles from the start of the block to the start of the warp.
  std::uint64_t late_warp_cycles = 0;

  void describe(StatisticVisitor& visit) const;
};

class ResourceUnit {
 public:
  /// `has_places`: blocks have fixed positions in the register file and in shared memory.
  ResourceUnit(const SmSpec& sm, const policy::Shape& shape, bool has_places = false,
               const policy::ContextLimits& limits = {});

  /// The block in the slot, which belongs to the kernel, takes or returns `amount` at `now`.
  void take(std::uint16_t block_slot, unsigned kernel, const model::Resources& amount, Cycle now);
  void give_back(std::uint16_t block_slot, unsigned kernel, const model::Resources& amount,
                 Cycle now);
  // For blocks that are away.
  /// Leaves `amount` of the resources of the block in the slot behind when the block leaves the SM.
  /// They stay occupied until the block returns.
  void stay_behind(std::uint16_t block_slot, const model::Resources& amount);
  void come_back(std::uint16_t block_slot, const model::Resources& amount);
  // These two functions do nothing if blocks have no fixed positions.
  void take_place(const model::BlockPlace& place) {
    if (spaces_) spaces_->take(place);
  }
  void give_back_place(const model::BlockPlace& place) {
    if (spaces_) spaces_->give_back(place);
  }
  /// These two functions count a block that has come without some of its warps, and the late start
  /// of one of these warps, `cycles` cycles after the block.
  void count_partial(unsigned kernel) { ++kernels_[kernel].counters.partial_blocks; }
  void count_late(unsigned kernel, Cycle cycles);

  const model::Resources& free() const { return free_; }
  std::uint64_t shared_taken() const { return shared_bytes_ - free_.shared_bytes; }
  const model::Resources& held_by(std::uint16_t block_slot) const { return blocks_[block_slot]; }
  const model::Resources& held_by_kernel(unsigned kernel) const { return kernels_[kernel].held; }
  std::uint64_t warps() const { return warps_; }
  /// Returns the free pieces of register file and shared memory; null: blocks have no fixed
  /// positions.
  const model::SmSpaces* spaces() const { return spaces_ ? &*spaces_ : nullptr; }
  /// Returns the residents of the SM's lanes. The SM is divided into lanes only if the organisation
  /// assigns warps to lanes.
  model::LaneResidents& lanes() { return lanes_; }
  const model::LaneResidents& lanes() const { return lanes_; }
  /// The counters at the start of cycle `at`.
  ResidencyCounters counters(unsigned kernel, Cycle at) const;

 private:
  struct Kernel {
    model::Resources held;
    Cycle since = 0;  ///< up to this cycle, occupied resources have been counted
    ResidencyCounters counters;
  };

  Kernel& account(unsigned kernel, Cycle now);

  model::Resources free_;
  std::uint64_t shared_bytes_;  ///< all shared memory
  model::LaneResidents lanes_;
  std::optional<model::SmSpaces> spaces_;
  model::Resources behind_;               ///< resources that blocks have left behind
  std::vector<model::Resources> blocks_;  ///< by block slot: resources that the block occupies
  std::array<Kernel, kKernelSlots> kernels_;
  std::uint64_t warps_ = 0;
};

}  // namespace heddle::core
