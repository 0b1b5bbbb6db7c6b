// Which loads and stores of local memory are the spiller's: the program may have others.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

class SpillAccesses {
 public:
  /// By Routine::spills.
  explicit SpillAccesses(const Routine& routine);

  /// A load into a row that was made for it, or a store from one.
  bool contains(const isa::Instruction& instruction) const;

 private:
  enum class Made : std::uint8_t { not_at_all, for_load, for_store };

  std::vector<Made> made_;  ///< by row
};

}  // namespace heddle::compile
