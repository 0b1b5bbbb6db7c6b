// The values that can be spilled to local memory: the cost of spilling each, and the moments at
// which spilling frees its registers.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/liveness/live_ranges.hpp"

namespace heddle::compile {

/// One or two rows that are spilled together: a single row, or a pair that some operand names.
struct SpilledRows {
  ValueId first = 0;
  std::uint32_t rows = 1;
};

struct SpillCandidate {
  SpilledRows value;
  double accesses = 0;  ///< number of reads and writes, weighted by how often each probably runs
  /// For each row: its live range without the moments of the instructions that read or write it.
  std::vector<LiveRange> freed;
};

/// `ranges`: live ranges of the routine's values. A value whose spilling frees no moment is no
/// candidate.
std::vector<SpillCandidate> spill_candidates(const Routine& routine, const FlowGraph& graph,
                                             const std::vector<LiveRange>& ranges);

}  // namespace heddle::compile
