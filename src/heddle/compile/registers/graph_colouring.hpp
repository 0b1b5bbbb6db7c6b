// The order in which graph colouring assigns registers to groups of rows (Chaitin's simplification,
// smallest last). The group with the fewest rows in neighbouring groups leaves the interference
// graph first and is coloured last.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/registers/row_groups.hpp"

namespace heddle::compile {

/// Largest number of rows that are live at once. No order needs fewer registers.
std::uint32_t fewest_registers(const RowGroups& groups);

/// Returns all groups that contain rows, fixed groups first, in the order of colouring.
std::vector<std::uint32_t> colouring_order(const RowGroups& groups);

}  // namespace heddle::compile
