// What the dispatcher knows of an SM: what is free there and whose warps are, as of the report
// being replayed. Blocks on their way have what they take already.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/core/counters.hpp"
#include "heddle/core/resource_unit.hpp"
#include "heddle/policy/residency/residency.hpp"

namespace heddle::gpu {

class Ledger {
 public:
  explicit Ledger(const core::SmSpec& sm) : free_(core::resources_of(sm)), blocks_(free_.blocks) {}

  const model::Resources& free() const { return free_; }
  bool has_blocks() const { return free_.blocks != blocks_; }
  bool has_partial() const { return partial_; }
  /// Those of the kernel that are there or on their way.
  std::uint64_t blocks_of(std::uint8_t kernel) const { return blocks_of_[kernel]; }
  policy::Room room(std::uint8_t kernel) const {
    return {.free = free_,
            .own_warps = warps_[kernel],
            .all_warps = all_warps_,
            .partial = partial_,
            .alone = !has_blocks()};
  }

  /// A block is sent there with the first `warps` of its warps, which hold `share`.
  void send(std::uint8_t kernel, const model::BlockDemand& demand, std::uint32_t warps,
            const model::Resources& share) {
    partial_ = partial_ || warps < demand.warps;
    take(kernel, model::place_of(demand) + share);
  }
  /// Warps that waited have started.
  void start(std::uint8_t kernel, const model::Resources& amount, bool others_wait) {
    partial_ = others_wait;
    take(kernel, amount);
  }
  /// Of warps that have drained, or all that a block held when it left.
  void give_back(std::uint8_t kernel, const model::Resources& amount) {
    free_ += amount;
    blocks_of_[kernel] -= amount.blocks;
    warps_[kernel] -= amount.warps;
    all_warps_ -= amount.warps;
  }
  /// The partial block has left with what waited of it.
  void forget_partial() { partial_ = false; }

 private:
  void take(std::uint8_t kernel, const model::Resources& amount) {
    free_ -= amount;
    blocks_of_[kernel] += amount.blocks;
    warps_[kernel] += amount.warps;
    all_warps_ += amount.warps;
  }

  model::Resources free_;
  std::uint64_t blocks_ = 0;  ///< slots
  std::array<std::uint64_t, core::kKernelSlots> warps_{}, blocks_of_{};
  std::uint64_t all_warps_ = 0;
  bool partial_ = false;
};

}  // namespace heddle::gpu
