// The live range of each value, as stretches of a routine's code in layout order. Every instruction
// has two moments: it reads at 2 * pc and writes at 2 * pc + 1. So a result may take the register
// of a source that dies in the same instruction.
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
  Moment begin = 0, end = 0;  ///< first moment, and one past the last moment
  bool operator==(const Stretch&) const = default;
};

/// Stretches in order, disjoint and not adjacent.
using LiveRange = std::vector<Stretch>;

/// The live range of each value. A result without readers is live for the moment of its write.
std::vector<LiveRange> live_ranges(const Routine& routine, const FlowGraph& graph,
                                   const Liveness& liveness);

bool intersect(const LiveRange& a, const LiveRange& b);
LiveRange unite(const LiveRange& a, const LiveRange& b);

}  // namespace heddle::compile
