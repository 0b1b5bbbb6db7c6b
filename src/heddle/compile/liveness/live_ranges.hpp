// The live range of each value, as a list of stretches of the routine's code in code order. Every
// instruction has two moments. The instruction reads at moment 2 * pc and writes at moment 2 * pc +
// 1. So a result may use the register of a source that dies in the same instruction.
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

/// Stretches in code order. They are disjoint and not adjacent.
using LiveRange = std::vector<Stretch>;

/// Returns the live range of each value. A result that no instruction reads is live at the moment
/// of its write.
std::vector<LiveRange> live_ranges(const Routine& routine, const FlowGraph& graph,
                                   const Liveness& liveness);

bool intersect(const LiveRange& a, const LiveRange& b);
LiveRange unite(const LiveRange& a, const LiveRange& b);

}  // namespace heddle::compile
