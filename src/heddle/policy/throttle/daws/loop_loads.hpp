// What DAWS knows of the loads in the loops of a kernel: the static load classification table of
// Rogers' dissertation, chapter 4. From it follows how many lines of the L1 a warp will want in a
// trip through a loop.
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

  /// The loads of the loop, as far as they are known; none of a loop that has no locality.
  LoadGroups groups(std::uint32_t loop) const;
  /// Lines that a trip through the loop with so many lanes of a warp touches.
  unsigned predict(std::uint32_t loop, unsigned lanes) const {
    Footprint footprint;
    footprint.add(groups(loop), lanes);
    return footprint.lines(spec_.converged_lines);
  }
  /// The first loop behind pc in code order, or the first of which something is predicted;
  /// isa::kNoLoop if there is none.
  std::uint32_t next_after(Pc pc, bool is_predicted) const;

  /// A load of the loop has found data of its own warp, or has not.
  void vote(std::uint32_t loop, bool has_locality);
  /// The load at pc went to so many lines, for lanes enough to say something.
  void coalesced(Pc pc, unsigned lines);
  /// It becomes known, if its loop has locality.
  void executed(Pc pc);
  /// Two loads touch the same line in a trip: one footprint for both.
  void join(Pc a, Pc b);
  // From a profile, instead of all these.
  void set_locality(std::uint32_t loop, bool has_locality);
  /// The load is known, and has the same lines as others of its loop and group.
  void classify(Pc pc, bool diverged, Pc group);

 private:
  struct Load {
    Pc pc = 0;
    bool known = false;
    bool counted = false;      ///< it has a counter of divergence
    std::int8_t diverged = 0;  ///< that counter
    Pc group = 0;              ///< pc of one of the loads with the same lines, for all of them
  };
  struct LoopEntry {
    std::int8_t locality = 0;  ///< above 0: it has
    std::vector<Load> loads;
  };

  Load* find(Pc pc);
  /// It becomes known, if the table has a place.
  void know(Load& load);

  DetectionSpec spec_;
  const isa::Annotations* program_ = nullptr;
  std::vector<LoopEntry> loops_;
  unsigned known_ = 0, counted_ = 0;  ///< loads
};

}  // namespace heddle::policy
