// Which of the eligible warps issues next: one object an SM. The SM asks once for each of its issue
// slots with a candidate, in slot order, and tells what was issued; launches and exits are events.
#pragma once

#include <cstdint>
#include <string_view>

#include "heddle/base/parameter.hpp"
#include "heddle/model/mask.hpp"
#include "heddle/model/warp_view.hpp"

namespace heddle::policy {

class WarpScheduler {
 public:
  static constexpr std::string_view kKind = "warp_scheduler";

  virtual ~WarpScheduler() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Called once, before anything else; the view stays valid and changes as the SM runs.
  virtual void attach(const model::SmView& sm) { sm_ = &sm; }

  /// One of `candidates` (never empty), or model::kNoEntity to let the slot idle this cycle.
  virtual unsigned pick(unsigned slot, const model::EntityMask& candidates) = 0;
  virtual void issued(unsigned /*slot*/, unsigned /*entity*/) {}

  // What happens on the SM, in its order; view.now is the cycle.
  /// A grid has taken the kernel slot; none of its blocks is here yet.
  virtual void kernel_started(unsigned /*kernel*/) {}
  /// The last block of its grid arrives in this cycle, on this SM or another: said before the
  /// block.
  virtual void last_block_dispatched(unsigned /*kernel*/) {}
  /// A block has the slot; its warps follow.
  virtual void block_dispatched(unsigned /*block_slot*/, unsigned /*kernel*/) {}
  /// Each part of a warp that has threads.
  virtual void warp_launched(unsigned /*entity*/) {}
  virtual void warp_exited(unsigned /*entity*/) {}
  /// One more whole warp of the block waits at a barrier, also if that completes it.
  virtual void barrier_reached(unsigned /*block_slot*/) {}
  /// So many warps of the block no longer do.
  virtual void barrier_released(unsigned /*block_slot*/, unsigned /*warps*/) {}
  /// If so, long_wait is called.
  virtual bool hears_waits() const { return false; }
  /// The entity begins or ceases to wait for memory behind a cache, a fence, the host or others.
  virtual void long_wait(unsigned /*entity*/, bool /*waits*/) {}

  /// State that hardware would need, in bits per SM.
  virtual std::uint64_t storage_bits() const { return 0; }

 protected:
  const model::SmView& sm() const { return *sm_; }
  /// The candidate launched first; ties by launch order.
  unsigned oldest(const model::EntityMask& candidates) const;

 private:
  const model::SmView* sm_ = nullptr;
};

}  // namespace heddle::policy
