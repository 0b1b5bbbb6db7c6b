// Forms warps from the threads of several warps. A path unit decides which threads a formed warp
// has and where these threads continue. The entities of the contexts' own warps do not issue; their
// threads issue in formed warps. A machine in which each warp has a stack has no path unit.
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
  /// Begins the threads of warps that have been launched.
  virtual void start(std::span<const std::uint16_t> launched, Cycle now) = 0;
  /// Notes that the formed warp issues. From now on its set of threads is fixed.
  virtual void issued(std::uint16_t entity) = 0;
  /// Notes that the formed warp has executed its current instruction.
  virtual void executed(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now) = 0;
  /// Lets formed warps that are due continue, or lets their threads continue in other formed warps.
  virtual void settle(Cycle now) = 0;
};

/// Makes the path unit of the machine. Returns null if each warp has a stack of its own.
std::unique_ptr<PathUnit> make_path_unit(const PathUnit::Surroundings& around);

}  // namespace heddle::core
