// The shapes of an SM for which the path of a cycle is compiled. A shape says what an SM may have.
// Code behind `if (Shape::kMay... && ...)` does not exist for an SM that lacks the thing.
#pragma once

namespace heddle::core {

/// Everything that an SM can have.
struct GeneralShape {
  /// Entities can be parts of warps, formed warps or gangs, can lie in several lane groups, and the
  /// organisation can narrow what a scheduler sees.
  static constexpr bool kMayCutWarps = true;
  static constexpr bool kMayPaceLanes = true;   ///< lanes execute one instruction after the other
  static constexpr bool kMayFetchAhead = true;  ///< instruction buffers are refilled ahead
  static constexpr bool kMayGate = true;        ///< a gate keeps entities from issuing
  /// Policies hear of single waits and instructions, or a scheduler is selective.
  static constexpr bool kMayTellPolicies = true;
  static constexpr bool kMayIssueOneAtATime = true;   ///< an entity has one instruction in flight
  static constexpr bool kMayKeepTenantsApart = true;  ///< the load-store queue has room by tenant
  static constexpr bool kMayBeObserved = true;  ///< events have subscribers, or a watchdog watches
  static constexpr bool kMayBeWide = true;      ///< a model::NarrowMask cannot hold all entities
  /// Something depends on the order in which results and instructions arrive in a cycle, so each
  /// arrives as an event of its own.
  static constexpr bool kMayHearResults = true;
  /// Every step of a cycle may have something to do in every cycle that runs.
  static constexpr bool kMayNeedEveryStep = true;
};

/// At most 64 warps, each in one piece, which issue whenever they are ready and a unit takes their
/// instruction.
struct PlainShape {
  static constexpr bool kMayCutWarps = false;
  static constexpr bool kMayPaceLanes = false;
  static constexpr bool kMayFetchAhead = false;
  static constexpr bool kMayGate = false;
  static constexpr bool kMayTellPolicies = false;
  static constexpr bool kMayIssueOneAtATime = false;
  static constexpr bool kMayKeepTenantsApart = false;
  static constexpr bool kMayBeObserved = false;
  static constexpr bool kMayBeWide = false;
  static constexpr bool kMayHearResults = false;
  static constexpr bool kMayNeedEveryStep = false;
};

}  // namespace heddle::core
