// The reason why a scheduler slot did not issue in a cycle. Each slot has exactly one reason in
// each cycle: the first reason in this order that holds for a warp that the scheduler looks at. So
// the counts of all reasons add up to cycles x slots.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/base/statistics/statistic.hpp"

namespace heddle::model {

enum class Stall : std::uint8_t {
  issued,              ///< an instruction was issued
  throttled,           ///< a warp was ready, but a gate held it
  pipeline,            ///< a warp was ready, but its unit or the LSU queue was busy
  scoreboard_memory,   ///< the next instructions wait for loads or atomics
  scoreboard_compute,  ///< they wait for results of arithmetic
  memory_order,        ///< they wait for a fence, or for an atomic on the same bytes
  service,             ///< they wait for a service of the host (printf, malloc)
  barrier,             ///< all remaining warps wait at barriers
  fetch,               ///< the next instruction is not there yet (branch)
  drain,               ///< all remaining warps have ended, but something of them is in flight
  stopped,             ///< all remaining warps belong to blocks that leave the SM
  away,                ///< no warp is in its slots, and warps of the SM have none
  empty,               ///< no warp
};
inline constexpr unsigned kStalls = 13;

inline constexpr std::array<std::string_view, kStalls> kStallNames = {"issued",
                                                                      "throttled",
                                                                      "pipeline",
                                                                      "scoreboard_memory",
                                                                      "scoreboard_compute",
                                                                      "memory_order",
                                                                      "service",
                                                                      "barrier",
                                                                      "fetch",
                                                                      "drain",
                                                                      "stopped",
                                                                      "away",
                                                                      "empty"};

/// The classes of the literature (GPGPU-Sim's), of the warps that the scheduler looks at. `idle`:
/// no warp has an instruction. `scoreboard`: some have, but none has its operands. `pipeline`: a
/// warp could issue, but its unit is busy. `throttled`: a warp could issue, but the throttle holds
/// it.
enum class StallClass : std::uint8_t { issued, idle, scoreboard, pipeline, throttled };
inline constexpr unsigned kStallClasses = 5;
inline constexpr std::array<std::string_view, kStallClasses> kStallClassNames = {
    "issued", "idle", "scoreboard", "pipeline", "throttled"};

constexpr StallClass class_of(Stall reason) {
  switch (reason) {
    case Stall::issued:
      return StallClass::issued;
    case Stall::throttled:
      return StallClass::throttled;
    case Stall::pipeline:
      return StallClass::pipeline;
    case Stall::scoreboard_memory:
    case Stall::scoreboard_compute:
    case Stall::memory_order:
      return StallClass::scoreboard;
    case Stall::service:
    case Stall::barrier:
    case Stall::fetch:
    case Stall::drain:
    case Stall::stopped:
    case Stall::away:
    case Stall::empty:
      break;
  }
  return StallClass::idle;
}

/// Slot-cycles by class.
struct StallClasses {
  std::array<std::uint64_t, kStallClasses> cycles{};
  void describe(StatisticVisitor& visit) const;
};

/// Slot-cycles by reason.
struct StallCounters : Counts<StallCounters> {
  std::array<std::uint64_t, kStalls> cycles{};

  void add(Stall reason, std::uint64_t count) { cycles[static_cast<std::size_t>(reason)] += count; }
  std::uint64_t of(Stall reason) const { return cycles[static_cast<std::size_t>(reason)]; }
  StallClasses classes() const;
  std::uint64_t total() const;
  /// Slot-cycles with a warp and without an issue.
  std::uint64_t stalled() const { return total() - of(Stall::issued) - of(Stall::empty); }
  /// `away` only if there were such cycles.
  void describe(StatisticVisitor& visit) const;
};

}  // namespace heddle::model
