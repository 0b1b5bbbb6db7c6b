#include "heddle/compile/pipeline.hpp"

#include "heddle/compile/address_folding.hpp"
#include "heddle/compile/branches.hpp"
#include "heddle/compile/copy_propagation.hpp"
#include "heddle/compile/dead_code.hpp"
#include "heddle/compile/multiply_add.hpp"
#include "heddle/compile/narrowing.hpp"
#include "heddle/compile/operand_limits.hpp"
#include "heddle/compile/pair_splitting.hpp"
#include "heddle/compile/reconvergence.hpp"
#include "heddle/compile/register_assignment.hpp"
#include "heddle/compile/scheduling.hpp"

namespace heddle::compile {
namespace {

/// What makes the code smaller, in the order in which each finds most to do.
void fold(Routine& routine, ConstantPool& constants, const Options& options) {
  remove_unreachable(routine);
  if (options.tidy_branches) {
    invert_branches(routine);
    remove_idle_branches(routine);
  }
  const auto propagate = [&] {
    if (options.propagate_copies) propagate_copies(routine, constants);
  };
  const auto fold_all = [&] {
    propagate();
    if (!options.fold_addresses) return;
    fold_constants(routine, constants);
    propagate();
    fold_addresses(routine, constants);
  };
  fold_all();
  if (options.remove_dead_code) remove_dead_code(routine);
  if (options.narrow_halves) {
    narrow_halves(routine, constants);
    fold_all();
  }
  if (options.split_pairs) {
    split_pairs(routine, constants);
    fold_all();
  }
  if (options.fuse_multiply_add) fuse_multiply_add(routine);
  if (options.remove_dead_code) remove_dead_code(routine);
}

/// Real registers for what folding has left.
void allocate(Routine& routine, ConstantPool& constants, const Options& options) {
  if (options.limit_operands) limit_operands(routine, constants);
  if (options.schedule) schedule(routine);
  if (!options.assign_registers) return;
  apply(assign_registers(routine, options), routine);
}

}  // namespace

void run_passes(Routine& routine, ConstantPool& constants, const Options& options) {
  const bool as_there = options.assign_registers && options.registers == RegisterCount::assembler;
  std::uint32_t registers = 0;
  if (as_there) {
    Routine there = routine;
    ConstantPool own = constants;
    const Options all = as_assembler(options);
    fold(there, own, all);
    allocate(there, own, all);
    registers = there.registers;
  }
  fold(routine, constants, options);
  allocate(routine, constants, options);
  if (as_there) routine.registers = registers;
  if (options.tidy_branches) remove_idle_branches(routine);
  mark_reconvergence(routine);
}

}  // namespace heddle::compile
