// Finds the places where rows beyond the frame hold values: arguments before their call and results
// before they are read. No live set of the function contains these rows.
#pragma once

#include <vector>

#include "heddle/compile/code/flow_graph.hpp"

namespace heddle::compile {

/// By pc: true if before the instruction an argument may wait for its call or a result may wait for
/// its reader.
std::vector<bool> call_rows_in_use(const Routine& routine, const FlowGraph& graph);

}  // namespace heddle::compile
