// Places for groups of rows: each group gets the lowest one that is free whenever it is live, or
// one that saves a move, or one in the right bank.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/options.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/registers/row_groups.hpp"

namespace heddle::compile {

/// Where NVIDIA's ABI keeps the stack pointer.
inline constexpr std::uint32_t kStackPointer = 1;

struct RowPlaces {
  std::vector<std::uint32_t> place_of;  ///< by row of the groups
  std::uint32_t rows = 0;
};

/// Of the options: colour, spread_banks, keep_stack_pointer.
RowPlaces assign_rows(const Routine& routine, const RowGroups& groups, const Options& options);

}  // namespace heddle::compile
