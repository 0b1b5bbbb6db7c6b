// What NVIDIA's assembler does with a counted loop, by the size of its trips, as it was found by
// giving it loops of all sizes (tests/model/registers).
#pragma once

#include <cstdint>
#include <optional>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/flow/counted_loops.hpp"

namespace heddle::compile {

/// Trips that are put together where the length is not known.
inline constexpr std::uint32_t kTripsTogether = 4;

struct UnrollPlan {
  CountedLoop loop;
  std::uint32_t together = 0;  ///< trips
  bool disappears = false;     ///< all of them: nothing is left to count
};

/// Nothing if the loop stays as it is.
std::optional<UnrollPlan> plan_unrolling(const Routine& routine, const CountedLoop& loop);

}  // namespace heddle::compile
