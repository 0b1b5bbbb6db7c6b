// Where the organisation forms warps: says who the formed warps are, and where they go on. Entities
// of the contexts' warps are pooled: their threads issue in formed warps. A machine whose warps
// have stacks of their own has no path unit.
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
  /// The state that forming warps changes.
  struct Surroundings {
    Contexts& contexts;
    EntityConditions& conditions;
    FrontEnd& front_end;
    Flow& flow;
    SmWatchdog& watchdog;
  };

  virtual ~PathUnit() = default;
  /// Warps have been launched: their threads begin.
  virtual void start(std::span<const std::uint16_t> launched, Cycle now) = 0;
  /// The formed warp issues: who its threads are is settled.
  virtual void issued(std::uint16_t entity) = 0;
  /// The formed warp has executed the instruction that it is at.
  virtual void executed(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now) = 0;
  /// Lets formed warps that are due go on, or their threads in others.
  virtual void settle(Cycle now) = 0;
};

/// Null: warps have stacks of their own.
std::unique_ptr<PathUnit> make_path_unit(const PathUnit::Surroundings& around);

}  // namespace heddle::core
