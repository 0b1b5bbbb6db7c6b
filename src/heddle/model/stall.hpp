// Reasons why an issue slot did not issue in a cycle. In each cycle each slot has exactly one
// reason: the first one, in the order of the enumeration, that applies to a warp of the slot.
// Therefore the counts of all reasons add up to cycles x slots.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <string_view>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/base/statistics/statistic.hpp"

namespace heddle::model {

enum class Stall : std::uint8_t {
  issued,              ///< an instruction was issued
  throttled,           ///< a warp was ready, but the throttle held it back
  pipeline,            ///< a warp was ready, but its unit or the load-store queue was busy
  scoreboard_memory,   ///< the next instructions wait for loads or atomics
  scoreboard_compute,  ///< the next instructions wait for results of arithmetic
  memory_order,  ///< the next instructions wait for a fence, for asynchronous copies, or for an
                 ///< atomic on the same bytes
  service,       ///< the next instructions wait for a service of the host (printf, malloc)
  barrier,       ///< all remaining warps wait at barriers
  fetch,         ///< the next instruction has not been fetched yet, for example after a branch
  drain,         ///< all remaining warps have ended, but some have instructions in flight
  stopped,       ///< all remaining warps belong to blocks that leave the SM
  away,          ///< the slot has no warp, although a warp of the SM waits for a slot
  empty,         ///< the slot has no warp
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

/// Stall classes as in GPGPU-Sim, for the warps that the scheduler considers. `idle`: no warp has
/// an instruction. `scoreboard`: some warps have an instruction, but no instruction has its
/// operands. `pipeline`: a warp could issue, but its execution unit is busy. `throttled`: a warp
/// could issue, but the throttle holds it back.
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

/// Number of slot cycles by stall class. (A slot cycle is one issue slot in one cycle.)
struct StallClasses {
  std::array<std::uint64_t, kStallClasses> cycles{};
  void describe(StatisticVisitor& visit) const;
};

/// Number of slot cycles by stall reason.
struct StallCounters : Counts<StallCounters> {
  std::array<std::uint64_t, kStalls> cycles{};

  void add(Stall reason, std::uint64_t count) { cycles[static_cast<std::size_t>(reason)] += count; }
  std::uint64_t of(Stall reason) const { return cycles[static_cast<std::size_t>(reason)]; }
  StallClasses classes() const;
  std::uint64_t total() const {
    return std::accumulate(cycles.begin(), cycles.end(), std::uint64_t{0});
  }
  /// Number of slot cycles in which the slot had a warp and issued nothing.
  std::uint64_t stalled() const { return total() - of(Stall::issued) - of(Stall::empty); }
  /// Describes the counts. Describes `away` only if its count is not zero.
  void describe(StatisticVisitor& visit) const;
};

}  // namespace heddle::model
