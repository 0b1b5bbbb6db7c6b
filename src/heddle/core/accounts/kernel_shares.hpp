// Which kernel the cycles of issue slots belong to. While all blocks of an SM are of one kernel,
// all cycles in which a slot has a warp belong to that kernel, and nothing is counted apart. Only
// while blocks of several kernels reside is each cycle booked for one of them.
#pragma once

#include <vector>

#include "heddle/core/state/contexts.hpp"
#include "heddle/model/stall.hpp"

namespace heddle::core {

class KernelShares {
 public:
  /// `stalls`: by issue slot, the cycles of all kernels, kept by the caller.
  KernelShares(const std::vector<ResidentBlock>& blocks,
               const std::vector<model::StallCounters>& stalls)
      : blocks_(blocks),
        stalls_(stalls),
        before_(stalls.size()),
        apart_(stalls.size() * kKernelSlots) {}
  KernelShares(const KernelShares&) = delete;
  KernelShares& operator=(const KernelShares&) = delete;

  /// A block has come or has left. All cycles so far are in `stalls`.
  void note_kernels();
  bool has_none() const { return only_ == kNone; }        ///< no block resides
  bool has_several() const { return only_ == kSeveral; }  ///< blocks of several kernels reside
  /// While several kernels have blocks: these cycles of the slot are the kernel's.
  void book(unsigned slot, unsigned kernel, model::Stall reason, Cycle cycles) {
    apart_[slot * kKernelSlots + kernel].add(reason, cycles);
  }
  /// The slot's cycles that are the kernel's, and all those in which the slot had no warp.
  model::StallCounters of(unsigned kernel, unsigned slot) const;

 private:
  static constexpr std::uint8_t kNone = 0xFF, kSeveral = 0xFE;

  /// The slot's cycles with a warp since the kernels changed last.
  model::StallCounters since_change(unsigned slot) const;

  const std::vector<ResidentBlock>& blocks_;
  const std::vector<model::StallCounters>& stalls_;
  std::uint8_t only_ = kNone;                 ///< the kernel of all blocks, or one of the above
  std::vector<model::StallCounters> before_;  ///< by slot: `stalls` when the kernels changed last
  std::vector<model::StallCounters> apart_;   ///< by slot and kernel: up to that change
};

}  // namespace heddle::core
