// When each value is live, as stretches of a routine's code in layout order. Every instruction has
// two moments: at 2 * pc it reads, at 2 * pc + 1 it writes; so a result may take the place of a
// source that dies in the same instruction.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/liveness/liveness.hpp"

namespace heddle::compile {

using Moment = std::uint32_t;
constexpr Moment reading(Pc pc) { return 2 * pc; }
constexpr Moment writing(Pc pc) { return 2 * pc + 1; }

struct Stretch {
  Moment begin = 0, end = 0;  ///< end is one past the last
  bool operator==(const Stretch&) const = default;
};

/// Sorted, disjoint, not touching.
using LiveRange = std::vector<Stretch>;

/// By value. A result that nobody reads is live for the moment of its writing.
std::vector<LiveRange> live_ranges(const Routine& routine, const FlowGraph& graph,
                                   const Liveness& liveness);

bool intersect(const LiveRange& a, const LiveRange& b);
LiveRange unite(const LiveRange& a, const LiveRange& b);

}  // namespace heddle::compile
