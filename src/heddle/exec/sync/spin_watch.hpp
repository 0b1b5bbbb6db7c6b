// Tells a warp that spins from one that computes, without a limit. While nothing changes memory, a
// warp that is back where it was, with the same values in all that decides where it goes and what
// it does to memory, will go on like that for ever. Values that decide nothing, such as a count of
// the turns, may differ. Of a warp of several parts each is watched by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/exec/step/step.hpp"
#include "heddle/exec/sync/deciding_registers.hpp"

namespace heddle::exec {

class SpinWatch {
 public:
  /// From here on; also after anything that the warp may have waited for: memory has changed, a
  /// warp has ended, a barrier has let warps go.
  void restart();
  /// The warp has executed a step.
  void stepped(const Warp& warp, const Step& step, unsigned part = 0);
  bool spinning() const { return spinning_; }
  bool has_stepped() const { return has_stepped_; }  ///< since the last restart

 private:
  void look_back(const Warp& warp, unsigned part);
  bool is_where_it_was(const Warp& warp, LaneMask lanes) const;
  void remember(const Warp& warp, unsigned part);

  bool spinning_ = false;
  bool has_stepped_ = false;
  std::uint64_t visits_ = 0;    ///< to the remembered pc and other branches
  DecidingRegisters deciding_;  ///< of what was executed since the state was remembered
  SimtStack paths_;             ///< as remembered, as are:
  std::vector<Row> rows_;
  std::vector<LaneMask> predicates_;
};

}  // namespace heddle::exec
