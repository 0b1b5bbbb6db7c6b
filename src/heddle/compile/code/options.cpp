#include "heddle/compile/code/options.hpp"

#include <array>
#include <string_view>

#include "heddle/base/error.hpp"

namespace heddle::compile {

void Options::describe(ParameterVisitor& visit) {
  visit("tidy_branches", tidy_branches,
        {.doc = "no branches to the next instruction or around a branch"});
  visit("propagate_copies", propagate_copies,
        {.doc = "moves and constants into the operands that read them"});
  visit("fold_addresses", fold_addresses,
        {.doc = "additions of constants into the offset of accesses"});
  visit(
      "narrow_addresses", narrow_addresses,
      {.doc = "where device.address_bits is 32, accesses read the low half of their addresses, and "
              "what feeds nothing else becomes 32-bit arithmetic"});
  visit("narrow_halves", narrow_halves,
        {.doc = "64-bit operations of which one half is read become 32-bit ones"});
  visit("share_addresses", share_addresses,
        {.doc = "address arithmetic that was done before on every path is not done again"});
  visit("fuse_multiply_add", fuse_multiply_add,
        {.doc = "integer multiplications into the addition of their product"});
  visit("remove_dead_code", remove_dead_code, {.doc = "instructions whose results nobody reads"});
  visit("convert_branches", convert_branches, {.doc = "short branches into guards"});
  visit("unroll", unroll, {.doc = "put trips of counted loops behind each other"});
  visit("split_pairs", split_pairs, {.doc = "64-bit logic on each half alone"});
  visit("limit_operands", limit_operands,
        {.doc = "one constant an instruction, the others in registers"});
  visit("schedule", schedule,
        {.doc = "reorder each basic block so that what takes long is started early"});
  visit("align_vectors", align_vectors,
        {.doc = "registers of a vector access follow each other and begin at a multiple of their "
                "number"});
  visit("hold_sources", hold_sources,
        {.doc = "registers that a store reads are not given away at once"});
  visit("spread_banks", spread_banks,
        {.doc = "the sources of an instruction lie in both banks of registers, even and odd"});
  visit("keep_stack_pointer", keep_stack_pointer,
        {.doc = "register 1 of a kernel, NVIDIA's stack pointer, is not given away"});
  visit("count_hidden", count_hidden,
        {.doc = "count the temporaries of what hardware does in several instructions"});
  visit("colour", colour, {.doc = "graph colouring where it needs fewer registers"});
  visit("spill", spill,
        {.doc = "to local memory what a kernel's own limit (.maxnreg, launch bounds) and the "
                "device's leave no room for"});
  visit("coalesce_moves", coalesce_moves,
        {.doc = "source and destination of a move share a register"});
  visit(
      "check_allocation", check_allocation,
      {.doc = "prove that no register is given to a value while another one in it is needed, of "
              "the code that runs and of the code that is counted; refuse the program otherwise"});
  visit(
      "point_interval", point_interval,
      {.unit = "instructions",
       .minimum = 1,
       .maximum = 1'000'000,
       .doc = "outside of innermost loops there is one preemption point in so many instructions"});
  visit("insert_points", insert_points,
        {.doc = "put an instruction that does nothing at each preemption point that is no barrier; "
                "else a point costs nothing"});
  static constexpr std::array<std::string_view, 3> kScalars = {"off", "all", "convergent"};
  visit.choice("scalars", scalars, kScalars,
               {.doc = "one register a warp, of a class of its own, for what the active threads of "
                       "a warp agree on: everywhere, or only where they cannot be apart; "
                       "compiler.registers then counts code or classes"});
  static constexpr std::array<std::string_view, 3> kCounts = {"code", "assembler", "classes"};
  visit.choice(
      "registers", registers, kCounts,
      {.doc = "registers of a thread, as occupancy counts them: those of the code that runs "
              "here; those of the same code after all passes above, which is nearer to "
              "NVIDIA's assembler; or those that graph colouring needs for each class of values "
              "(compiler.scalars; without scalars one class), to compare machines with and without "
              "scalars"});
  static constexpr std::array<std::string_view, 2> kAssemblers = {"plain", "volta"};
  visit.choice("assembler", assembler, kAssemblers,
               {.doc = "whose habits that count has: volta, of NVIDIA's assembler for Volta and "
                       "Turing, unrolls loops, spreads sources over the banks and starts loads "
                       "early; plain does not"});
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
  return options;
}

}  // namespace heddle::compile
