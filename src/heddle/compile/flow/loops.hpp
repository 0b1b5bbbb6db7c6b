// Finds the loops of a function and their nesting. A loop is a maximal set of blocks that all reach
// each other. The header is the block where the loop is entered. If the edges to the header are
// removed, the loop falls into smaller sets of blocks that still reach each other. These sets are
// the inner loops. So natural loops that share a header are one loop. Irreducible loops, which are
// entered at several blocks, nest like other loops, and their first entry serves as the header.
#pragma once

#include <vector>

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/isa/annotations.hpp"

namespace heddle::compile {

struct LoopNest {
  /// An outer loop comes before its inner loops. The inner loops of one loop are in code order.
  std::vector<isa::Loop> loops;
  std::vector<std::uint32_t> loop_of;  ///< by block: the innermost loop, or isa::kNoLoop
};

LoopNest find_loops(const Routine& routine, const FlowGraph& graph);

}  // namespace heddle::compile
