#include "heddle/compile/code/whole_writes.hpp"

namespace heddle::compile {

WholeWrites::WholeWrites(const Routine& routine) {
  if (routine.spills.empty() && routine.guarded_rows.empty()) return;
  under_guards_.assign(value_count(routine), false);
  for (const SpilledRow& spilled : routine.spills) under_guards_[spilled.row] = true;
  for (const std::uint32_t row : routine.guarded_rows) under_guards_[row] = true;
}

}  // namespace heddle::compile
