// Distinguishes a warp that spins from a warp that computes, without a limit on time. Suppose that
// a warp returns to an earlier place with equal values in all deciding registers
// (deciding_registers.hpp). While nothing changes memory, the warp will repeat this loop for ever.
// Values that decide nothing, such as the number of iterations, may differ. Each part of a warp is
// watched separately.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/exec/step/step.hpp"
#include "heddle/exec/sync/deciding_registers.hpp"

namespace heddle::exec {

class SpinWatch {
 public:
  /// Starts to watch. The caller also restarts the watch after each event for which the warp may
  /// have waited: memory has changed, a warp has ended, or a barrier has released warps.
  void restart();
  /// Notes that the warp has executed a step.
  void stepped(const Warp& warp, const Step& step, unsigned part = 0);
  bool spinning() const { return spinning_; }
  bool has_stepped() const {
    return has_stepped_;
  }  ///< whether the warp has stepped since the last restart

 private:
  void look_back(const Warp& warp, unsigned part);
  bool is_where_it_was(const Warp& warp, LaneMask lanes) const;
  void remember(const Warp& warp, unsigned part);

  bool spinning_ = false;
  bool has_stepped_ = false;
  std::uint64_t visits_ = 0;    ///< visits to branches since the restart
  DecidingRegisters deciding_;  ///< deciding registers of the instructions executed since the state
                                ///< was remembered
  SimtStack paths_;             ///< the remembered state: this member and the next three
  PathTurns turns_;
  std::vector<Row> rows_;
  std::vector<LaneMask> predicates_;
};

}  // namespace heddle::exec
