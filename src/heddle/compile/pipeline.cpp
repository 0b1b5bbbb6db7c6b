#include "heddle/compile/pipeline.hpp"

#include "heddle/compile/address_folding.hpp"
#include "heddle/compile/branches.hpp"
#include "heddle/compile/copy_propagation.hpp"
#include "heddle/compile/dead_code.hpp"
#include "heddle/compile/multiply_add.hpp"
#include "heddle/compile/narrowing.hpp"
#include "heddle/compile/reconvergence.hpp"
#include "heddle/compile/register_assignment.hpp"

namespace heddle::compile {

void run_passes(Routine& routine, ConstantPool& constants, const Options& options) {
  remove_unreachable(routine);
  if (options.tidy_branches) {
    invert_branches(routine);
    remove_idle_branches(routine);
  }
  const auto propagate = [&] {
    if (options.propagate_copies) propagate_copies(routine, constants);
  };
  const auto fold = [&] {
    if (!options.fold_addresses) return;
    fold_constants(routine, constants);
    propagate();
    fold_addresses(routine, constants);
  };
  propagate();
  fold();
  if (options.remove_dead_code) remove_dead_code(routine);
  if (options.narrow_halves) {
    narrow_halves(routine, constants);
    propagate();
    fold();
  }
  if (options.fuse_multiply_add) fuse_multiply_add(routine);
  if (options.remove_dead_code) remove_dead_code(routine);
  if (options.assign_registers) {
    apply(assign_registers(routine, options.coalesce_moves), routine);
  }
  if (options.tidy_branches) remove_idle_branches(routine);
  mark_reconvergence(routine);
}

}  // namespace heddle::compile
