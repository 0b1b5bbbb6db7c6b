// The part of a probe that watches one unit of the GPU: an SM, a memory partition or the
// dispatcher. It hears the unit's events and may count by kernel slot. The host thread that runs
// the unit calls it.
#pragma once

#include "heddle/model/listener.hpp"
#include "heddle/probe/counts.hpp"

namespace heddle::probe {

class UnitProbe : public model::Listener {
 public:
  /// Returns the counts of the kernel slot since the run began. The counts always have the same
  /// struct type. Called between cycles, possibly by another host thread than the one that calls
  /// on().
  virtual ProbeCounts counts(unsigned /*kernel*/) { return {}; }
};

/// Base class of a part that hears exactly these events.
template <typename... Events>
using UnitHears = model::HearsAs<UnitProbe, Events...>;

}  // namespace heddle::probe
