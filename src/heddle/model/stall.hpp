// Why a scheduler slot did not issue in a cycle. Every slot has exactly one reason in every cycle,
// the first that applies in this order to a warp that its scheduler looks at, so the counts of all
// reasons sum to cycles x slots.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "heddle/base/counts.hpp"
#include "heddle/base/statistic.hpp"

namespace heddle::model {

enum class Stall : std::uint8_t {
  issued,              ///< none: an instruction was issued
  throttled,           ///< a warp was ready, but a gate held it
  pipeline,            ///< a warp was ready, but its unit or the LSU queue was busy
  scoreboard_memory,   ///< the next instructions wait for loads or atomics
  scoreboard_compute,  ///< they wait for results of arithmetic
  memory_order,        ///< they wait for a fence, or for an atomic on the same bytes
  service,             ///< they wait for a service of the host (printf, malloc)
  barrier,             ///< all that is left waits at barriers
  fetch,               ///< the next instruction is not there yet (branch)
  drain,               ///< all that is left has ended but for what is in flight
  stopped,             ///< all that is left belongs to blocks that leave the SM
  empty,               ///< no warp
};
inline constexpr unsigned kStalls = 12;

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
                                                                      "empty"};

/// The classes that the literature tells apart: of the warps that the scheduler looks at (those of
/// GPGPU-Sim), `idle`: none has an instruction; `scoreboard`: some have, but none has its operands;
/// `pipeline`: one could go, but its unit is busy. And `throttled`: one could, were it not held.
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
  /// Those with a warp and without an issue.
  std::uint64_t stalled() const { return total() - of(Stall::issued) - of(Stall::empty); }
  void describe(StatisticVisitor& visit) const;
};

}  // namespace heddle::model
