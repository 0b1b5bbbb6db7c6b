// The loops of a function, as a nest. A loop is a set of blocks that all reach each other; its
// header is where it is entered. Without the edges to the header, what still reaches each other are
// the loops inside. So natural loops with one header are one loop, and irreducible ones (entered at
// several blocks, of which the first stands for the header) nest like any other.
#pragma once

#include <vector>

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/isa/annotations.hpp"

namespace heddle::compile {

struct LoopNest {
  std::vector<isa::Loop> loops;        ///< outer ones before those inside, else in code order
  std::vector<std::uint32_t> loop_of;  ///< by block: the innermost loop, or isa::kNoLoop
};

LoopNest find_loops(const Routine& routine, const FlowGraph& graph);

}  // namespace heddle::compile
