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
    return {
        .free = free_, .own_warps = warps_[kernel], .all_warps = all_warps_, .partial = partial_};
  }

  /// A block is sent there with the first `warps` of its warps, which hold `share`.
  void send(std::uint8_t kernel, const model::BlockDemand& demand, std::uint32_t warps,
            const model::Resources& share) {
    free_ -= model::place_of(demand);
    ++blocks_of_[kernel];
    partial_ = partial_ || warps < demand.warps;
    take(kernel, share);
  }
  /// Warps that waited have started.
  void start(std::uint8_t kernel, const model::Resources& share, bool others_wait) {
    partial_ = others_wait;
    take(kernel, share);
  }
  void give_back(std::uint8_t kernel, const model::Resources& share) {
    free_ += share;
    warps_[kernel] -= share.warps;
    all_warps_ -= share.warps;
  }
  /// A block returns its place; with it leaves what waited of it, if it was partial.
  void leave(std::uint8_t kernel, const model::BlockDemand& demand, bool was_partial) {
    free_ += model::place_of(demand);
    --blocks_of_[kernel];
    partial_ = partial_ && !was_partial;
  }

 private:
  void take(std::uint8_t kernel, const model::Resources& share) {
    free_ -= share;
    warps_[kernel] += share.warps;
    all_warps_ += share.warps;
  }

  model::Resources free_;
  std::uint64_t blocks_ = 0;  ///< slots
  std::array<std::uint64_t, core::kKernelSlots> warps_{}, blocks_of_{};
  std::uint64_t all_warps_ = 0;
  bool partial_ = false;
};

}  // namespace heddle::gpu
