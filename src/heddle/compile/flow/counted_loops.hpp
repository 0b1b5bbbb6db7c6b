// Loops of straight code whose trips an integer counts: it changes by a constant once a trip, and
// one comparison with a value that the loop does not change decides whether there is another.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

struct CountedLoop {
  Pc begin = 0, end = 0;  ///< from where it is entered to one past the branch back
  Pc exit = 0;            ///< the branch that leaves: the one back itself, or one above it
  isa::Operand counter, bound;
  unsigned rows = 1;  ///< of the counter: 2 for 64 bits
  std::int64_t step = 0;
  isa::Compare compare = isa::Compare::none;  ///< of counter and bound: true for another trip
  bool is_signed = false;
  bool steps_first = false;            ///< the comparison sees the counter after its step
  std::optional<std::uint32_t> trips;  ///< if they are known; at least 1

  /// Left where the branch back falls through, so that each trip that starts is finished.
  bool tests_at_end() const { return exit + 1 == end; }
};

/// In code order. Loops that the PTX text says not to unroll are not among them.
std::vector<CountedLoop> find_counted_loops(const Routine& routine, const ConstantPool& constants);

}  // namespace heddle::compile
