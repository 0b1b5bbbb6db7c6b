// What the blocks on an SM hold of its registers, shared memory, warp slots and block slots: the
// truth that the dispatcher's ledger mirrors. Nothing can be taken twice: it throws an internal
// error instead.
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

/// What an SM has to give; `limits`: where it holds more contexts than it has slots.
model::Resources resources_of(const SmSpec& sm, const policy::ContextLimits& limits = {});

/// Residency of a kernel, over time.
struct ResidencyCounters : Counts<ResidencyCounters> {
  std::uint64_t register_cycles = 0;  ///< registers held, by the cycles that they were
  std::uint64_t warp_cycles = 0;      ///< likewise warp slots
  std::uint64_t partial_blocks = 0;
  std::uint64_t late_warps = 0;        ///< that did not start with their block
  std::uint64_t late_warp_cycles = 0;  ///< that they came after it

  void describe(StatisticVisitor& visit) const;
};

class ResourceUnit {
 public:
  /// `has_places`: blocks have places in register file and shared memory.
  ResourceUnit(const SmSpec& sm, const policy::Shape& shape, bool has_places = false,
               const policy::ContextLimits& limits = {});

  /// The block in the slot, of this kernel, takes or returns these at `now`.
  void take(std::uint16_t block_slot, unsigned kernel, const model::Resources& amount, Cycle now);
  void give_back(std::uint16_t block_slot, unsigned kernel, const model::Resources& amount,
                 Cycle now);
  // While a block is away.
  /// The block in the slot leaves this behind, which stays taken, until it comes back to it.
  void stay_behind(std::uint16_t block_slot, const model::Resources& amount);
  void come_back(std::uint16_t block_slot, const model::Resources& amount);
  // Where blocks have places; else nothing happens.
  void take_place(const model::BlockPlace& place) {
    if (spaces_) spaces_->take(place);
  }
  void give_back_place(const model::BlockPlace& place) {
    if (spaces_) spaces_->give_back(place);
  }
  /// A block has come without all its warps, or one of those has started so many cycles after it.
  void count_partial(unsigned kernel) { ++kernels_[kernel].counters.partial_blocks; }
  void count_late(unsigned kernel, Cycle cycles);

  const model::Resources& free() const { return free_; }
  const model::Resources& held_by(std::uint16_t block_slot) const { return blocks_[block_slot]; }
  const model::Resources& held_by_kernel(unsigned kernel) const { return kernels_[kernel].held; }
  std::uint64_t warps() const { return warps_; }
  /// Null: blocks have no places.
  const model::SmSpaces* spaces() const { return spaces_ ? &*spaces_ : nullptr; }
  /// Not divided unless the shape places warps.
  model::LaneResidents& lanes() { return lanes_; }
  const model::LaneResidents& lanes() const { return lanes_; }
  /// As they are at the start of cycle `at`.
  ResidencyCounters counters(unsigned kernel, Cycle at) const;

 private:
  struct Kernel {
    model::Resources held;
    Cycle since = 0;  ///< what is held is counted up to here
    ResidencyCounters counters;
  };

  Kernel& account(unsigned kernel, Cycle now);

  model::Resources free_;
  model::LaneResidents lanes_;
  std::optional<model::SmSpaces> spaces_;
  model::Resources behind_;               ///< what blocks have left behind
  std::vector<model::Resources> blocks_;  ///< held, by block slot
  std::array<Kernel, kKernelSlots> kernels_;
  std::uint64_t warps_ = 0;
};

}  // namespace heddle::core
