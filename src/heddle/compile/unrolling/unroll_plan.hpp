// Decides how to unroll a counted loop from the size of its iterations, as NVIDIA's assembler does.
// The rules were found by giving loops of many sizes to the assembler (tests/model/registers).
#pragma once

#include <cstdint>
#include <optional>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/flow/counted_loops.hpp"

namespace heddle::compile {

/// Number of iterations in one round of a loop of unknown length. A round is a piece of
/// straight-line code for several iterations.
inline constexpr std::uint32_t kTripsTogether = 4;

struct UnrollPlan {
  CountedLoop loop;
  std::uint32_t together = 0;  ///< number of iterations in one round
  bool disappears = false;  ///< the whole loop is unrolled, so the counter and its test disappear
};

/// Returns the plan for a loop. Empty if the loop is not unrolled.
std::optional<UnrollPlan> plan_unrolling(const Routine& routine, const CountedLoop& loop);

}  // namespace heddle::compile
