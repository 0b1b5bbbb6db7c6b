// The known loads in the loops of a kernel: the static load classification table of Rogers'
// dissertation, chapter 4. The table predicts the lines of the L1 that a warp will need in an
// iteration of a loop.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/isa/annotations.hpp"
#include "heddle/policy/throttle/daws/detection.hpp"
#include "heddle/policy/throttle/daws/footprint.hpp"

namespace heddle::policy {

class LoopLoads {
 public:
  void start(const isa::Annotations& program, const DetectionSpec& spec = {});

  /// Returns the groups of the loop's known loads. Returns no groups if the loop has no locality.
  LoadGroups groups(std::uint32_t loop) const;
  /// Returns the number of lines that `lanes` lanes of a warp touch in an iteration of the loop.
  unsigned predict(std::uint32_t loop, unsigned lanes) const {
    Footprint footprint;
    footprint.add(groups(loop), lanes);
    return footprint.lines(spec_.converged_lines);
  }
  /// Returns the first loop after pc in code order. With `is_predicted`, only loops with known
  /// loads count. isa::kNoLoop: there is no such loop.
  std::uint32_t next_after(Pc pc, bool is_predicted) const;

  /// Counts an access of a load in the loop. `has_locality`: the access found data of its own warp.
  void vote(std::uint32_t loop, bool has_locality);
  /// Notes that the load at pc touched `lines` lines. Call this only for executions with enough
  /// lanes.
  void coalesced(Pc pc, unsigned lines);
  /// Adds the load at pc to the known loads, if its loop has locality.
  void executed(Pc pc);
  /// Puts two loads into one group, since they touched the same line in an iteration.
  void join(Pc a, Pc b);
  // With a profile, set_has_locality() and classify() are called in place of the functions above.
  void set_has_locality(std::uint32_t loop, bool has_locality);
  /// Adds the load to the known loads, and puts it into the group of loads that touch the same
  /// lines.
  void classify(Pc pc, bool diverged, Pc group);

 private:
  struct Load {
    Pc pc = 0;
    bool known = false;
    bool counted = false;      ///< the load has a divergence counter
    std::int8_t diverged = 0;  ///< divergence counter
    Pc group = 0;              ///< pc that names the group of loads that touch the same lines
  };
  struct LoopEntry {
    std::int8_t locality = 0;  ///< above 0: the loop has locality
    std::vector<Load> loads;
  };

  Load* find(Pc pc);
  /// Adds the load to the known loads, if the table has a free entry.
  void know(Load& load);

  DetectionSpec spec_;
  const isa::Annotations* program_ = nullptr;
  std::vector<LoopEntry> loops_;
  unsigned known_ = 0, counted_ = 0;  ///< numbers of known loads, and of loads with a counter
};

}  // namespace heddle::policy
