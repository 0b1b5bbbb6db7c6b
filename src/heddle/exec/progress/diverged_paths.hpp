// The paths of a warp, while the running one stops: which paths wait for which lanes, and which
// path runs next. The paths are those of the warp's stack; `store` writes them back.
#pragma once

#include <array>

#include "heddle/exec/paths/path_order.hpp"
#include "heddle/exec/step/warp.hpp"

namespace heddle::exec {

class DivergedPaths {
 public:
  explicit DivergedPaths(Warp& warp);

  PathList& entries() { return entries_; }
  std::size_t top() const { return entries_.size() - 1; }
  LaneMask live() const { return warp_.threads & ~warp_.exited; }
  void store() { warp_.parts[0].replace(std::move(entries_)); }

  /// Keeps only `lanes` of the running path at its instruction, which the other ones do not
  /// execute: they go on behind it.
  void keep(LaneMask lanes);
  /// Makes the lanes of the running path wait at its instruction.
  void wait() { warp_.progress.waiting |= entries_.back().lanes; }

  /// Returns the lanes that may execute the warp-wide instruction of path `i` together: those of
  /// its lanes whose member masks name only lanes that wait at such an instruction with the same
  /// mask, and these lanes. Lanes that have ended do not count.
  LaneMask complete_meeting(std::size_t i) const;
  /// Returns the lanes that wait at the barrier of the block at which path `i` waits.
  LaneMask at_barrier_of(std::size_t i) const;

  /// Puts another path on top than the running one, which waits. If all paths wait, lanes that have
  /// arrived where paths meet go on. If there are none, a path executes its warp-wide instruction
  /// without the lanes that cannot come. If all paths wait at different barriers of the block,
  /// throws ExecutionFault.
  void choose_other();
  /// Returns whether the path waits for nothing, or no longer.
  bool can_run(std::size_t i) const;
  bool waits(std::size_t i) const {
    return is_path(entries_, i) && (entries_[i].lanes & warp_.progress.waiting) != 0;
  }

 private:
  bool run_waiting_for_nothing();
  bool run_alone();
  [[noreturn]] void report_barriers() const;
  const isa::Instruction& instruction_of(std::size_t i) const;
  bool is_at_barrier(std::size_t i) const;
  /// Whether the lanes of the path do nothing more than end.
  bool is_at_end(std::size_t i) const;
  std::uint32_t barrier_of(std::size_t i) const;
  /// Whether lanes of the two paths can execute their warp-wide instructions together.
  bool may_meet(std::size_t a, std::size_t b) const;

  Warp& warp_;
  PathList entries_;
};

}  // namespace heddle::exec
