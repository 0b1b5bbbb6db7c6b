// The operation of a bulk reduction, on arrays of elements.
#pragma once

#include <cstdint>

#include "heddle/exec/memory/atomic_function.hpp"
#include "heddle/isa/terms/modifiers.hpp"

namespace heddle::exec {

class BulkReduction {
 public:
  /// The operation and the type of the modifiers. `in_global`: the sums are in global memory;
  /// false: in shared memory, where fewer types exist. Throws Error if there is no such reduction.
  BulkReduction(const isa::Modifiers& modifiers, bool in_global);

  /// Combines each element at `to` with that at `from`.
  void apply(std::uint8_t* to, const std::uint8_t* from, std::uint32_t bytes) const;

 private:
  AtomicFunction function_;
  unsigned element_bytes_;
};

}  // namespace heddle::exec
