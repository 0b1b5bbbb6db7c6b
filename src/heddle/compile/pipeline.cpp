#include "heddle/compile/pipeline.hpp"

#include "heddle/compile/reconvergence.hpp"
#include "heddle/compile/register_assignment.hpp"

namespace heddle::compile {

void run_passes(Routine& routine, ConstantPool&, const Options& options) {
  if (options.assign_registers) {
    apply(assign_registers(routine, options.coalesce_moves), routine);
  }
  mark_reconvergence(routine);
}

}  // namespace heddle::compile
