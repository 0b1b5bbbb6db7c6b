// Values that can be kept in local memory: what that costs, and where it frees registers.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/liveness/live_ranges.hpp"

namespace heddle::compile {

/// One or two rows that are spilled together: a row, or a pair that some operand names.
struct SpillVictim {
  ValueId first = 0;
  std::uint32_t rows = 1;
};

struct SpillCandidate {
  SpillVictim value;
  double accesses = 0;  ///< weighted by how often they are likely to run
  /// Of each row: when it is live, but for the moments of the instructions that read or write it.
  std::vector<LiveRange> freed;
};

/// `ranges`: of the routine's values. Not among them are values that only such instructions know.
std::vector<SpillCandidate> spill_candidates(const Routine& routine, const FlowGraph& graph,
                                             const std::vector<LiveRange>& ranges);

}  // namespace heddle::compile
