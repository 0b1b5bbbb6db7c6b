// Divides the cycles of an SM's issue slots among the kernels. While all blocks on the SM belong to
// one kernel, each cycle in which a slot has a warp belongs to this kernel, and nothing is counted
// separately. Only while blocks of several kernels reside is each cycle booked for one kernel.
#pragma once

#include <vector>

#include "heddle/core/state/contexts.hpp"
#include "heddle/model/stall.hpp"

namespace heddle::core {

class KernelShares {
 public:
  /// `stalls` has the cycles of all kernels, by issue slot. The caller keeps these counters.
  KernelShares(const std::vector<ResidentBlock>& blocks,
               const std::vector<model::StallCounters>& stalls)
      : blocks_(blocks),
        stalls_(stalls),
        before_(stalls.size()),
        apart_(stalls.size() * kKernelSlots) {}
  KernelShares(const KernelShares&) = delete;
  KernelShares& operator=(const KernelShares&) = delete;

  /// Notes that a block has come or has left. `stalls` must contain all cycles so far.
  void note_kernels();
  bool has_none() const { return only_ == kNone; }        ///< no block resides
  bool has_several() const { return only_ == kSeveral; }  ///< blocks of several kernels reside
  /// Books cycles of the slot for the kernel. Only for times in which several kernels have blocks.
  void book(unsigned slot, unsigned kernel, model::Stall reason, Cycle cycles) {
    apart_[slot * kKernelSlots + kernel].add(reason, cycles);
  }
  /// Returns the slot's cycles that belong to the kernel. Adds all cycles in which the slot had no
  /// warp.
  model::StallCounters of(unsigned kernel, unsigned slot) const;

 private:
  static constexpr std::uint8_t kNone = 0xFF, kSeveral = 0xFE;

  /// The slot's cycles with a warp since the resident kernels last changed.
  model::StallCounters since_change(unsigned slot) const;

  const std::vector<ResidentBlock>& blocks_;
  const std::vector<model::StallCounters>& stalls_;
  std::uint8_t only_ = kNone;  ///< the kernel of all blocks, or kNone or kSeveral
  /// By slot: `stalls` when the resident kernels last changed.
  std::vector<model::StallCounters> before_;
  /// By slot and kernel: cycles before that change, and booked cycles.
  std::vector<model::StallCounters> apart_;
};

}  // namespace heddle::core
