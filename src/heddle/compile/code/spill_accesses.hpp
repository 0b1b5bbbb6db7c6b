// Distinguishes the spiller's loads and stores of local memory from the program's own.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

class SpillAccesses {
 public:
  /// Reads Routine::spills.
  explicit SpillAccesses(const Routine& routine);

  /// Returns whether the instruction is a load into a row that the spiller made, or a store from
  /// such a row.
  bool contains(const isa::Instruction& instruction) const;

 private:
  enum class Made : std::uint8_t { not_at_all, for_load, for_store };

  std::vector<Made> made_;  ///< by row
};

}  // namespace heddle::compile
