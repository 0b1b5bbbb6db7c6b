// Finds the instructions at which rows beyond the frame have values: arguments before their call,
// and results before they are read. No live set of the function contains these rows.
#pragma once

#include <vector>

#include "heddle/compile/code/flow_graph.hpp"

namespace heddle::compile {

/// Returns for each pc whether an argument may wait for its call, or a result for its reader,
/// before the instruction.
std::vector<bool> call_rows_in_use(const Routine& routine, const FlowGraph& graph);

}  // namespace heddle::compile
