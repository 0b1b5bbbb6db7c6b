// The dispatcher's knowledge of an SM: its free resources, and how many blocks and warps of each
// kernel slot it has. The ledger follows the SM's reports. A block counts from the moment at which
// the dispatcher decides to send it, even before the block arrives.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "heddle/core/residents/block_context.hpp"
#include "heddle/core/residents/resource_unit.hpp"
#include "heddle/core/terms/counters.hpp"
#include "heddle/model/lane_residents.hpp"
#include "heddle/policy/residency/residency.hpp"

namespace heddle::gpu {

class Ledger {
 public:
  /// `limits`: how many block and warp contexts the SM holds. `lanes`: the lanes of an empty SM.
  /// `has_places`: blocks have fixed positions in register file and shared memory.
  Ledger(const core::SmSpec& sm, const policy::ContextLimits& limits, model::LaneResidents lanes,
         bool has_places)
      : free_(core::resources_of(sm, limits)), lanes_(std::move(lanes)), blocks_(free_.blocks) {
    if (has_places) spaces_ = {model::Space(free_.registers), model::Space(free_.shared_bytes)};
  }

  const model::Resources& free() const { return free_; }
  /// The warps that reside in each lane. The object has lanes only if the organisation assigns
  /// warps to lanes.
  model::LaneResidents& lanes() { return lanes_; }
  const model::LaneResidents& lanes() const { return lanes_; }
  bool has_blocks() const { return free_.blocks != blocks_; }
  bool has_partial() const { return partial_; }
  /// A number that changes whenever room() may return something else. Lanes do not count.
  std::uint64_t changes() const { return changes_; }
  /// Blocks of the kernel slot that are on the SM or on their way.
  std::uint64_t blocks_of(std::uint8_t kernel) const { return blocks_of_[kernel]; }
  policy::Room room(std::uint8_t kernel) const {
    model::Resources free = free_;
    if (spaces_) {
      free.registers = std::min(free.registers, spaces_->registers.largest_gap());
      free.shared_bytes = std::min(free.shared_bytes, spaces_->shared.largest_gap());
    }
    return {.free = free,
            .kernel_warps = warps_[kernel],
            .all_warps = all_warps_,
            .all_blocks = blocks_ - free_.blocks,
            .partial = partial_,
            .alone = !has_blocks()};
  }

  /// Books a block that is sent. Its first `warps` warps start on arrival; its other warps wait.
  /// `share`: the resources that are booked for the block's warps.
  void send(std::uint8_t kernel, const model::BlockDemand& demand, std::uint32_t warps,
            const model::Resources& share) {
    partial_ = partial_ || warps < demand.warps;
    take(kernel, model::place_of(demand) + share);
  }
  /// Books the resources of a waiting warp that has started. `others_wait`: further warps of the
  /// block still wait.
  void start(std::uint8_t kernel, const model::Resources& amount, bool others_wait) {
    partial_ = others_wait;
    take(kernel, amount);
  }
  /// Books resources that the SM returns: the resources of a drained warp, or the remaining
  /// resources of a block that has left.
  void give_back(std::uint8_t kernel, const model::Resources& amount) {
    ++changes_;
    free_ += amount;
    blocks_of_[kernel] -= amount.blocks;
    warps_[kernel] -= amount.warps;
    all_warps_ -= amount.warps;
  }
  /// Assigns positions in register file and shared memory to a block with this demand. There must
  /// be room. A block that has kept resources on the SM keeps their positions: `kept` names the
  /// resources, and `before` has the positions. Returns nothing if blocks have no fixed positions.
  std::optional<model::BlockPlace> take_place(const model::BlockDemand& demand, core::Kept kept,
                                              const model::BlockPlace& before) {
    if (!spaces_) return std::nullopt;
    ++changes_;
    model::BlockPlace place = before;
    if (!kept.registers) place.registers = spaces_->registers.first_fit(demand.registers).value();
    if (!kept.shared) place.shared = spaces_->shared.first_fit(demand.shared_bytes).value();
    spaces_->take(kept.without(place));
    return place;
  }
  void give_back_place(const model::BlockPlace& place) {
    ++changes_;
    if (spaces_) spaces_->give_back(place);
  }
  /// Notes that the block with waiting warps has left the SM together with these warps.
  void forget_partial() {
    ++changes_;
    partial_ = false;
  }

 private:
  void take(std::uint8_t kernel, const model::Resources& amount) {
    ++changes_;
    free_ -= amount;
    blocks_of_[kernel] += amount.blocks;
    warps_[kernel] += amount.warps;
    all_warps_ += amount.warps;
  }

  model::Resources free_;
  std::optional<model::SmSpaces> spaces_;
  model::LaneResidents lanes_;
  std::uint64_t blocks_ = 0;  ///< number of the SM's block slots
  std::array<std::uint64_t, core::kKernelSlots> warps_{}, blocks_of_{};
  std::uint64_t all_warps_ = 0;
  bool partial_ = false;
  std::uint64_t changes_ = 0;
};

}  // namespace heddle::gpu
