// Assigns registers to groups of rows. Each group gets registers that are free whenever the group
// is live. Registers that save a move come first, then a register in the preferred bank, and then
// the lowest registers.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/registers/register_options.hpp"
#include "heddle/compile/registers/row_groups.hpp"

namespace heddle::compile {

/// Register of the stack pointer in NVIDIA's ABI.
inline constexpr std::uint32_t kStackPointer = 1;

struct RowPlaces {
  std::vector<std::uint32_t> place_of;  ///< by row: its register
  std::uint32_t rows = 0;
};

/// Uses the options colour, spread_banks and keep_stack_pointer.
RowPlaces assign_rows(const Routine& routine, const RowGroups& groups,
                      const RegisterOptions& options);

}  // namespace heddle::compile
