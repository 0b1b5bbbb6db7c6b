// The values that can be spilled to local memory. Each has the cost of spilling, and the moments at
// which spilling frees its registers.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/liveness/live_ranges.hpp"

namespace heddle::compile {

/// The rows that are spilled together: a single row, or the two rows of a pair that some operand
/// names.
struct SpilledRows {
  ValueId first = 0;
  std::uint32_t rows = 1;
};

struct SpillCandidate {
  SpilledRows value;
  /// Number of reads and writes; each is weighted by an estimate of how often it runs.
  double accesses = 0;
  /// For each row: the live range of the row, without the moments at which an instruction reads or
  /// writes the row.
  std::vector<LiveRange> freed;
};

/// `ranges` are the live ranges of the routine's values. A value is a candidate only if spilling
/// frees its registers at some moment.
std::vector<SpillCandidate> spill_candidates(const Routine& routine, const FlowGraph& graph,
                                             const std::vector<LiveRange>& ranges);

}  // namespace heddle::compile
