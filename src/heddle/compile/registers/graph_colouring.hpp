// The order in which graph colouring assigns registers to groups of rows (Chaitin's simplification,
// smallest last). The group whose neighbouring groups have the fewest rows is removed from the
// interference graph first, and gets its registers last.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/registers/row_groups.hpp"

namespace heddle::compile {

/// Returns the largest number of rows that are live at once. No order needs fewer registers.
std::uint32_t fewest_registers(const RowGroups& groups);

/// Returns all groups that contain rows, in the order in which they get registers. Fixed groups
/// come first.
std::vector<std::uint32_t> colouring_order(const RowGroups& groups);

}  // namespace heddle::compile
