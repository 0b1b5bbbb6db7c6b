// Forms warps from the threads of several warps: decides which threads a formed warp has, and where
// they go on. The entities of the contexts' own warps do not issue; their threads issue in formed
// warps. A machine whose warps have stacks of their own has no path unit.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "heddle/core/accounts/sm_watchdog.hpp"
#include "heddle/core/fetch/front_end.hpp"
#include "heddle/core/residents/flow.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/entity_conditions.hpp"

namespace heddle::core {

class PathUnit {
 public:
  /// The state that a path unit changes.
  struct Surroundings {
    Contexts& contexts;
    EntityConditions& conditions;
    FrontEnd& front_end;
    Flow& flow;
    SmWatchdog& watchdog;
  };

  virtual ~PathUnit() = default;
  /// Warps have been launched. Their threads begin.
  virtual void start(std::span<const std::uint16_t> launched, Cycle now) = 0;
  /// The formed warp issues. From now on its set of threads is fixed.
  virtual void issued(std::uint16_t entity) = 0;
  /// The formed warp has executed the instruction that it is at.
  virtual void executed(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now) = 0;
  /// Lets formed warps that are due go on, or lets their threads go on in other formed warps.
  virtual void settle(Cycle now) = 0;
};

/// Returns null if warps have stacks of their own.
std::unique_ptr<PathUnit> make_path_unit(const PathUnit::Surroundings& around);

}  // namespace heddle::core
