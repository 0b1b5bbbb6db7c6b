// Stops a run in which no warp can make progress, and says why. The SMs and the memory partitions
// know when something last changed that a waiting warp could see: a store, an atomic, a barrier,
// the end of a warp. Warps that poll a lock or a flag execute instructions without progress, so
// once nothing has changed for control.watchdog_cycles, the SMs watch their warps for a quarter of
// that time; the run stops if by then every warp has waited, or repeated itself, all the while.
#pragma once

#include <string>
#include <vector>

#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/chip/policy_choice.hpp"

namespace heddle::gpu {

class Watchdog {
 public:
  /// The messages name the policies.
  Watchdog(const Chip& chip, const PolicyChoice& policies);

  /// Something outside the SMs, at `now`, may let warps go on: a new grid, the host.
  void note_progress(Cycle now) { last_progress_ = now; }
  /// A check is due: four of them fit in the time without progress that is allowed.
  bool due(Cycle now) const { return now >= next_check_; }
  /// Throws exec::ExecutionFault with the reason and the waiting warps if no warp can go on.
  void check(Cycle now);
  /// Nothing will happen any more, though grids have not ended: throws the reason and the waiting
  /// warps. `blocks_resident`: an SM has a block.
  [[noreturn]] void report_standstill(bool blocks_resident) const;

 private:
  void gather_progress();
  /// Why nothing will happen any more.
  std::string reason_for_standstill(bool blocks_resident) const;
  /// The warps that throttles hold, of all SMs.
  std::vector<std::string> held_warps() const;
  /// Why instructions execute and nothing changes.
  std::string reason_for_no_progress() const;
  /// What warps without a slot may have to do with it.
  std::string reason_of_slots() const;
  /// What a signal that is being worked off may have to do with it.
  std::string reason_of_preemption() const;
  std::string reason_of_throttle(const std::vector<std::string>& held_warps) const;
  /// One line for each waiting warp, up to a limit.
  std::string waiting_warps() const;
  [[noreturn]] void report(const std::string& reason) const;

  const Sms& sms_;
  const Partitions& partitions_;
  std::string warp_scheduler_, throttle_, residency_;  ///< their names
  Cycle limit_;                                        ///< cycles without progress that are allowed
  Cycle last_progress_ = 0;  ///< when something last changed that a waiting warp could see
  Cycle next_check_ = 0;
  Cycle watch_began_ =
      kNever;  ///< when the SMs began to watch for spinning warps; kNever: they do not
};

}  // namespace heddle::gpu
