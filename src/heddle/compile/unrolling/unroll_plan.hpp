// How NVIDIA's assembler unrolls a counted loop, by the size of its iterations. The rules were
// found by giving the assembler loops of all sizes (tests/model/registers).
#pragma once

#include <cstdint>
#include <optional>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/flow/counted_loops.hpp"

namespace heddle::compile {

/// Number of iterations that are put together into one round, in a loop of unknown length.
inline constexpr std::uint32_t kTripsTogether = 4;

struct UnrollPlan {
  CountedLoop loop;
  std::uint32_t together = 0;  ///< number of iterations in one round
  bool disappears = false;     ///< all iterations are put together, so the counter and its test
                               ///< disappear
};

/// Empty if the loop stays as it is.
std::optional<UnrollPlan> plan_unrolling(const Routine& routine, const CountedLoop& loop);

}  // namespace heddle::compile
