// Distinguishes the loads and stores of spilled values from the program's own accesses to local
// memory.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

class SpillAccesses {
 public:
  /// Collects the rows of spilled values from Routine::spills.
  explicit SpillAccesses(const Routine& routine);

  /// Returns whether the instruction loads a spilled value into a row, or stores a spilled value
  /// from a row.
  bool contains(const isa::Instruction& instruction) const;

 private:
  enum class Made : std::uint8_t { not_at_all, for_load, for_store };

  std::vector<Made> made_;  ///< by row: whether spilling made the row, and for a load or a store
};

}  // namespace heddle::compile
