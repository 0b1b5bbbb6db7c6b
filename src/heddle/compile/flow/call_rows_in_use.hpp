// Finds the instructions at which the rows after the frame contain values: arguments before their
// call, and results before their read. Liveness does not include these rows.
#pragma once

#include <vector>

#include "heddle/compile/code/flow_graph.hpp"

namespace heddle::compile {

/// Returns for each pc whether an outgoing row may contain, before the instruction, an argument
/// that the call has not read yet or a result that is still to be read.
std::vector<bool> call_rows_in_use(const Routine& routine, const FlowGraph& graph);

}  // namespace heddle::compile
