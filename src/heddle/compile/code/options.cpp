#include "heddle/compile/code/options.hpp"

#include <array>
#include <string_view>

#include "heddle/base/error.hpp"

namespace heddle::compile {

void Options::describe(ParameterVisitor& visit) {
  visit("tidy_branches", tidy_branches,
        {.doc = "remove branches to the next instruction or around a branch"});
  visit("propagate_copies", propagate_copies,
        {.doc = "put moved values and constants into the operands that read them"});
  visit("fold_addresses", fold_addresses,
        {.doc = "move additions of constants into the offset of accesses"});
  visit("narrow_addresses", narrow_addresses,
        {.doc = "where device.address_bits is 32, use the low half of addresses, and make their "
                "arithmetic 32-bit if nothing else reads it"});
  visit("narrow_halves", narrow_halves,
        {.doc = "make 64-bit operations 32-bit if only one half of the result is read"});
  visit("share_addresses", share_addresses,
        {.doc = "reuse address arithmetic that every path has computed before"});
  visit("fuse_multiply_add", fuse_multiply_add,
        {.doc = "fuse an integer product with its addition"});
  visit("remove_dead_code", remove_dead_code,
        {.doc = "remove instructions whose results are never read"});
  visit("convert_branches", convert_branches, {.doc = "turn short branches into guards"});
  visit("unroll", unroll, {.doc = "put several trips of a counted loop behind each other"});
  visit("split_pairs", split_pairs, {.doc = "do 64-bit logic on each half separately"});
  visit(
      "sequences", sequences,
      {.doc = "write divisions, square roots and 64-bit integer operations as the sequences of "
              "instructions that compiler.assembler makes of them; the assembler plain has none"});
  visit("limit_operands", limit_operands,
        {.doc = "allow one constant operand an instruction, and put others into registers"});
  visit("schedule", schedule,
        {.doc = "reorder each basic block so that instructions of long latency start early"});
  visit(
      "align_vectors", align_vectors,
      {.doc =
           "give a vector access consecutive registers that begin at a multiple of their number"});
  visit("hold_sources", hold_sources,
        {.doc = "reuse the registers that a store reads only after a delay"});
  visit("spread_banks", spread_banks,
        {.doc = "put the sources of an instruction into both register banks, even and odd"});
  visit("keep_stack_pointer", keep_stack_pointer,
        {.doc = "never assign register 1 of a kernel, the stack pointer of NVIDIA's assembler"});
  visit("count_hidden", count_hidden,
        {.doc = "count the temporaries of operations that hardware does in several instructions"});
  visit("colour", colour, {.doc = "use graph colouring where it needs fewer registers"});
  visit("spill", spill,
        {.doc = "move values to local memory that exceed the kernel's own limit (.maxnreg, launch "
                "bounds) or the device's"});
  visit("coalesce_moves", coalesce_moves,
        {.doc = "give the source and the destination of a move one register"});
  visit("check_allocation", check_allocation,
        {.doc = "prove that no register holds two values that are needed at one time, in the code "
                "that runs and in the code that is counted; refuse the program otherwise"});
  visit("point_interval", point_interval,
        {.unit = "instructions",
         .minimum = 1,
         .maximum = 1'000'000,
         .doc = "distance of preemption points outside of innermost loops"});
  visit("insert_points", insert_points,
        {.doc = "put an instruction without effect at each preemption point that is no barrier; "
                "otherwise a point costs nothing"});
  static constexpr std::array<std::string_view, 3> kScalars = {"off", "all", "convergent"};
  visit.choice(
      "scalars", scalars, kScalars,
      {.doc = "which values have one register for the warp, in a class of its own: all values on "
              "which the active threads agree, or only those in convergent code, where "
              "the threads cannot be apart; compiler.registers must then be code or "
              "classes"});
  static constexpr std::array<std::string_view, 3> kCounts = {"code", "assembler", "classes"};
  visit.choice(
      "registers", registers, kCounts,
      {.doc = "registers of a thread that occupancy counts. code: of the code that runs here; "
              "assembler: of this code after all passes above, which is nearer to NVIDIA's "
              "assembler; classes: as many as graph colouring needs for each class of values "
              "(compiler.scalars; without scalars one class), to compare machines with and without "
              "scalars"});
  static constexpr std::array<std::string_view, 2> kAssemblers = {"plain", "volta"};
  visit.choice(
      "assembler", assembler, kAssemblers,
      {.doc = "the assembler whose habits the counted code has. volta, NVIDIA's assembler for "
              "Volta and Turing: unrolls loops, spreads sources over the banks and starts "
              "loads early; plain: none of these"});
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
