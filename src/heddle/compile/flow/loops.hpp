// Finds the loops of a function and their nesting. A loop is a maximal set of blocks that all reach
// each other. The block where the loop is entered is the header. Removing the edges to the header
// leaves smaller sets of blocks that reach each other: the loops inside. So natural loops with one
// header are one loop. Irreducible loops, which are entered at several blocks, nest like other
// loops; their first entry serves as the header.
#pragma once

#include <vector>

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/isa/annotations.hpp"

namespace heddle::compile {

struct LoopNest {
  /// An outer loop comes before the loops inside it. Other loops are in code order.
  std::vector<isa::Loop> loops;
  std::vector<std::uint32_t> loop_of;  ///< by block: the innermost loop, or isa::kNoLoop
};

LoopNest find_loops(const Routine& routine, const FlowGraph& graph);

}  // namespace heddle::compile
