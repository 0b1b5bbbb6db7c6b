// Live values and written values at each instruction, computed without basic blocks. This analysis
// is slow, but independent of the analyses that the passes use. The checks of register assignment
// and spilling use it.
#pragma once

#include <vector>

#include "heddle/compile/code/bit_set.hpp"
#include "heddle/compile/code/values.hpp"
#include "heddle/compile/code/whole_writes.hpp"

namespace heddle::compile {

class InstructionFlow {
 public:
  explicit InstructionFlow(const Routine& routine);

  std::vector<Pc> successors(Pc pc) const;
  const BitSet& live_before(Pc pc) const { return live_before_[pc]; }
  BitSet live_after(Pc pc) const;
  /// Returns the values that some path to the instruction has written.
  const BitSet& defined_before(Pc pc) const { return defined_before_[pc]; }

 private:
  BitSet before(Pc pc, BitSet live) const;
  void find();

  const Routine& routine_;
  std::size_t values_;
  std::vector<BitSet> live_before_, defined_before_;
  WholeWrites whole_writes_;
};

}  // namespace heddle::compile
