// Divides the cycles of an SM's issue slots among the kernels. While all blocks on the SM belong to
// one kernel, that kernel owns each cycle in which a slot has a warp, and nothing is booked by
// kernel. While blocks of several kernels reside, each cycle is booked for one kernel.
#pragma once

#include <vector>

#include "heddle/core/state/contexts.hpp"
#include "heddle/model/stall.hpp"

namespace heddle::core {

class KernelShares {
 public:
  /// `stalls` counts the cycles of all kernels, by issue slot. The caller keeps these counters
  /// alive.
  KernelShares(const std::vector<ResidentBlock>& blocks,
               const std::vector<model::StallCounters>& stalls)
      : blocks_(blocks),
        stalls_(stalls),
        before_(stalls.size()),
        apart_(stalls.size() * kKernelSlots) {}
  KernelShares(const KernelShares&) = delete;
  KernelShares& operator=(const KernelShares&) = delete;

  /// Notes that a block has come or has left. `stalls` must count all cycles before this one.
  void note_kernels();
  bool has_none() const { return only_ == kNone; }        ///< no block resides
  bool has_several() const { return only_ == kSeveral; }  ///< blocks of several kernels reside
  /// Books cycles of the slot for the kernel. Call it only while blocks of several kernels reside.
  void book(unsigned slot, unsigned kernel, model::Stall reason, Cycle cycles) {
    apart_[slot * kKernelSlots + kernel].add(reason, cycles);
  }
  /// Returns the slot's cycles that belong to the kernel, plus all cycles in which the slot had no
  /// warp.
  model::StallCounters of(unsigned kernel, unsigned slot) const;

 private:
  static constexpr std::uint8_t kNone = 0xFF, kSeveral = 0xFE;

  /// Returns the slot's cycles with a warp since the resident kernels last changed.
  model::StallCounters since_change(unsigned slot) const;

  const std::vector<ResidentBlock>& blocks_;
  const std::vector<model::StallCounters>& stalls_;
  std::uint8_t only_ = kNone;  ///< the kernel of all blocks, or kNone or kSeveral
  /// By slot: the value of `stalls` when the resident kernels last changed.
  std::vector<model::StallCounters> before_;
  /// By slot and kernel: the kernel's cycles until the resident kernels last changed, and the
  /// cycles booked for it since then.
  std::vector<model::StallCounters> apart_;
};

}  // namespace heddle::core
