// The order in which graph colouring gives groups of rows their registers (Chaitin's
// simplification, smallest last): the group that its neighbours constrain least is taken out of the
// interference graph first and coloured last.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/registers/row_groups.hpp"

namespace heddle::compile {

/// What is live at once: no order needs fewer registers.
std::uint32_t fewest_registers(const RowGroups& groups);

/// Groups with rows; fixed ones come first.
std::vector<std::uint32_t> colouring_order(const RowGroups& groups);

}  // namespace heddle::compile
