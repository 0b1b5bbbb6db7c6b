// Stops a run in which no warp can make progress, and gives the reason. The SMs and the memory
// partitions record the cycle of the last change that a waiting warp could see: a store, an atomic,
// a barrier, the end of a warp. Warps that poll a lock or a flag execute instructions without
// progress. Therefore the SMs watch their warps once nothing has changed for
// control.watchdog_cycles. They watch for a quarter of that number of cycles. The run stops if
// every warp only waited or repeated the same instructions while it was watched.
#pragma once

#include <string>
#include <vector>

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/chip/policy_choice.hpp"

namespace heddle::gpu {

class Watchdog {
 public:
  /// `policies`: the chosen policies, which messages name.
  Watchdog(const Chip& chip, const PolicyChoice& policies);

  /// Notes that something outside the SMs, such as a new grid or the host, may have enabled warps
  /// to continue at `now`.
  void note_progress(Cycle now) { last_progress_ = now; }
  /// Whether a check is due. Four checks are due in each span of control.watchdog_cycles.
  bool due(Cycle now) const { return now >= next_check_; }
  /// If no warp can continue, throws exec::ExecutionFault with the reason and the waiting warps.
  void check(Cycle now);
  /// Throws exec::ExecutionFault with the reason and the waiting warps. Called when no event can
  /// happen any more although grids have not ended. `blocks_resident`: at least one SM has a block.
  [[noreturn]] void report_standstill(bool blocks_resident) const;

 private:
  void gather_progress();
  /// Returns the reason why no event can happen any more.
  std::string reason_for_standstill(bool blocks_resident) const;
  /// Returns one text for each warp that a throttle holds back.
  std::vector<std::string> held_warps() const;
  /// Returns the reason why warps execute instructions without progress.
  std::string reason_for_no_progress() const;
  /// Whether warps wait for grids that their blocks have launched. Services of the host take no
  /// such time, so a warp that waits for a service waits for grids.
  bool some_wait_for_grids() const;
  /// Returns a text that names such warps, or "".
  std::string reason_of_parents() const;
  /// Returns a text that says how warps without a slot may prevent progress, or "".
  std::string reason_of_slots() const;
  /// Returns a text that says how a preemption signal that an SM is handling may prevent progress,
  /// or "".
  std::string reason_of_preemption() const;
  std::string reason_of_throttle(const std::vector<std::string>& held_warps) const;
  /// Returns one line for each waiting warp, up to a limit.
  std::string waiting_warps() const;
  [[noreturn]] void report(const std::string& reason) const;

  const Sms& sms_;
  const Partitions& partitions_;
  std::string warp_scheduler_, throttle_, residency_;  ///< names of the chosen policies
  Cycle limit_;                                        ///< allowed cycles without progress
  Cycle last_progress_ = 0;  ///< cycle of the last change that a waiting warp could see
  Cycle next_check_ = 0;
  Cycle watch_began_ = kNever;  ///< when the SMs began to watch their warps; kNever: they do not
                                ///< watch
};

}  // namespace heddle::gpu
