// What the dispatcher knows of an SM: its free resources, and how many blocks and warps of each
// kernel slot are there. The ledger follows the SM's reports; a block counts from the decision to
// send it, before it arrives.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "heddle/core/counters.hpp"
#include "heddle/core/resource_unit.hpp"
#include "heddle/model/lane_residents.hpp"
#include "heddle/policy/residency/residency.hpp"

namespace heddle::gpu {

class Ledger {
 public:
  /// `lanes`: of an SM on which nothing resides.
  Ledger(const core::SmSpec& sm, model::LaneResidents lanes)
      : free_(core::resources_of(sm)), lanes_(std::move(lanes)), blocks_(free_.blocks) {}

  const model::Resources& free() const { return free_; }
  /// Who lives in which lane; not divided unless the shape places warps.
  model::LaneResidents& lanes() { return lanes_; }
  const model::LaneResidents& lanes() const { return lanes_; }
  bool has_blocks() const { return free_.blocks != blocks_; }
  bool has_partial() const { return partial_; }
  /// Blocks of the kernel that are there or on their way.
  std::uint64_t blocks_of(std::uint8_t kernel) const { return blocks_of_[kernel]; }
  policy::Room room(std::uint8_t kernel) const {
    return {.free = free_,
            .own_warps = warps_[kernel],
            .all_warps = all_warps_,
            .partial = partial_,
            .alone = !has_blocks()};
  }

  /// A block is sent. Its first `warps` warps, which hold `share`, start at once; the others wait.
  void send(std::uint8_t kernel, const model::BlockDemand& demand, std::uint32_t warps,
            const model::Resources& share) {
    partial_ = partial_ || warps < demand.warps;
    take(kernel, model::place_of(demand) + share);
  }
  /// Warps that waited have started; `others_wait`: not all of them.
  void start(std::uint8_t kernel, const model::Resources& amount, bool others_wait) {
    partial_ = others_wait;
    take(kernel, amount);
  }
  /// The SM returns what drained warps held, or all that a block held when it left.
  void give_back(std::uint8_t kernel, const model::Resources& amount) {
    free_ += amount;
    blocks_of_[kernel] -= amount.blocks;
    warps_[kernel] -= amount.warps;
    all_warps_ -= amount.warps;
  }
  /// The block of which warps wait has left, with these warps.
  void forget_partial() { partial_ = false; }

 private:
  void take(std::uint8_t kernel, const model::Resources& amount) {
    free_ -= amount;
    blocks_of_[kernel] += amount.blocks;
    warps_[kernel] += amount.warps;
    all_warps_ += amount.warps;
  }

  model::Resources free_;
  model::LaneResidents lanes_;
  std::uint64_t blocks_ = 0;  ///< slots
  std::array<std::uint64_t, core::kKernelSlots> warps_{}, blocks_of_{};
  std::uint64_t all_warps_ = 0;
  bool partial_ = false;
};

}  // namespace heddle::gpu
