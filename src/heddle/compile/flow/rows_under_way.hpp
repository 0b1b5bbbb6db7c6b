// Where a frame's registers are not all: arguments that wait for their call, and results that are
// not fetched yet, lie in the rows beyond the frame, of which no live set of the function knows.
#pragma once

#include <vector>

#include "heddle/compile/code/flow_graph.hpp"

namespace heddle::compile {

/// By pc: whether before it an argument may have been written whose call is still to come, or a
/// result is still to be read.
std::vector<bool> rows_under_way(const Routine& routine, const FlowGraph& graph);

}  // namespace heddle::compile
