#include "heddle/compile/options.hpp"

#include "heddle/base/error.hpp"

namespace heddle::compile {

void Options::describe(ParameterVisitor& visit) {
  FoldingOptions::describe(visit);
  AssemblerOptions::describe(visit);
  RegisterOptions::describe(visit);
  PointOptions::describe(visit);
  CodeTarget::describe(visit);
}

void check_options(const Options& options) {
  if (options.scalars == Scalars::off) return;
  if (options.registers == RegisterCount::assembler) {
    fail(
        "compiler.scalars gives registers by class, and compiler.registers=assembler counts those "
        "of an assembler that has one class: --set compiler.registers=classes, also where machines "
        "without scalars are compared with it");
  }
  if (options.spread_banks) {
    fail(
        "compiler.spread_banks knows the banks of vectors alone: --set compiler.spread_banks=false "
        "with compiler.scalars");
  }
  if (!options.assign_registers) fail("compiler.scalars: rows that stay virtual have no class");
}

Options as_assembler(Options options) {
  const AssemblerHabits& habits = habits_of(options.assembler);
  options.unroll |= habits.unrolls;
  options.spread_banks |= habits.spreads_banks;
  options.keep_stack_pointer |= habits.keeps_stack_pointer;
  options.convert_branches |= habits.converts_branches;
  options.split_pairs = true;
  options.limit_operands = true;
  options.schedule = true;
  options.align_vectors = true;
  options.hold_sources = true;
  options.count_hidden = true;
  options.sequences = false;  // the hidden registers are those of the sequences
  return options;
}

}  // namespace heddle::compile
