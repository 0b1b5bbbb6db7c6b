// Registers of vector accesses: consecutive, and the first a multiple of their number.
#include "heddle/compile/passes/vector_alignment.hpp"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/compile/registers/assignment_check.hpp"
#include "heddle/compile/registers/register_assignment.hpp"
#include "heddle/compile/spilling/spilling.hpp"
#include "lowering.hpp"
#include "random_routine.hpp"

namespace heddle::compile {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Options aligned() {
  Options options;
  options.align_vectors = true;
  return options;
}

/// %f0 to %f3 live where the load puts them, so that no move is left.
TEST(VectorAlignment, ElementsLiveInTheVector) {
  EXPECT_THAT(lowered("ld.param.u64 %rd0, [a]; ld.global.f32 %f9, [%rd0+64];"
                      "ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%rd0]; add.f32 %f1, %f1, %f9;"
                      "st.global.v4.f32 [%rd0+16], {%f0, %f1, %f2, %f3}; ret;",
                      aligned()),
              ElementsAre("ld.global.f32 r0 = [param[0] + 64]",
                          "ld.global.v4.f32 r4, r5, r6, r7 = [param[0]]", "add_f32 r5 = r5, r0",
                          "st.global.v4.f32 [param[0] + 16], r4, r5, r6, r7", "exit"));
}

/// One value in three places is moved to two, and lives in the one that is written last; a constant
/// is moved.
TEST(VectorAlignment, ElementsThatCannotAreMoved) {
  EXPECT_THAT(
      lowered("ld.param.u64 %rd0, [a]; ld.global.u32 %r0, [%rd0];"
              "st.global.v4.u32 [%rd0+16], {%r0, %r0, 7, %r0}; ret;",
              aligned()),
      ElementsAre("ld.global.u32 r3 = [param[0]]", "mov_b32 r0 = r3", "mov_b32 r1 = r3",
                  "mov_b32 r2 = 7", "st.global.v4.u32 [param[0] + 16], r0, r1, r2, r3", "exit"));
}

/// What a load throws away has a register all the same; two bytes share one.
TEST(VectorAlignment, IsOfWords) {
  EXPECT_THAT(lowered("ld.param.u64 %rd0, [a]; ld.global.v2.f64 {_, %fd0}, [%rd0];"
                      "st.global.f64 [%rd0], %fd0; ret;",
                      aligned()),
              ElementsAre("ld.global.v2.f64 r0:1, r2:3 = [param[0]]",
                          "st.global.f64 [param[0]], r2:3", "exit"));
  const std::string_view bytes =
      "ld.param.u64 %rd0, [a]; ld.global.v2.u8 {%rs0, %rs1}, [%rd0];"
      "st.global.v2.u8 [%rd0], {%rs1, %rs0}; ret;";
  EXPECT_EQ(lowered(bytes, aligned()), lowered(bytes));
}

TEST(VectorAlignment, IsOnlyWhereItIsAskedFor) {
  EXPECT_THAT(lowered("ld.param.u64 %rd0, [a]; ld.global.u32 %r0, [%rd0];"
                      "st.global.v2.u32 [%rd0+16], {%r0, %r0}; ret;"),
              ElementsAre("ld.global.u32 r0 = [param[0]]",
                          "st.global.v2.u32 [param[0] + 16], r0, r0", "exit"));
}

/// A random routine with accesses of all widths to whatever rows it has.
Routine with_vectors(std::mt19937& random, ConstantPool& constants) {
  RandomShape shape;
  shape.instructions = 30 + static_cast<unsigned>(random() % 30);
  shape.rows = 6;
  shape.pairs = 4;
  Routine routine = RandomRoutine(random, constants, shape).make();
  std::vector<Insertion> accesses;
  for (Pc pc = shape.rows + shape.pairs + shape.predicates; pc < routine.code.size(); ++pc) {
    if (random() % 4 != 0) continue;
    isa::Instruction access;
    const bool loads = random() % 2 == 0, pairs = random() % 3 == 0;
    access.op = loads ? isa::Op::ld : isa::Op::st;
    access.op_class = loads ? isa::OpClass::load : isa::OpClass::store;
    access.modifiers.space = isa::Space::shared;
    access.modifiers.type = pairs ? isa::Type::u64 : isa::Type::u32;
    access.modifiers.vector = pairs || random() % 2 == 0 ? 2 : 4;
    if (random() % 4 == 0) access.guard = static_cast<std::uint16_t>(random() % shape.predicates);
    // Elements of a load differ; of a store they need not.
    const auto first = static_cast<std::uint32_t>(random() % 2);
    for (unsigned i = 0; i < access.modifiers.vector; ++i) {
      const std::uint32_t at = loads ? first + i : static_cast<std::uint32_t>(random() % 4);
      const isa::Operand element = pairs ? row_operand(shape.rows + 2 * at) : row_operand(at);
      (loads ? access.destinations[i] : access.sources[1 + i]) = element;
    }
    accesses.push_back({pc, access});
  }
  insert_instructions(routine, accesses);
  align_vectors(routine);
  return routine;
}

TEST(VectorAlignment, RandomAssignmentsAreProven) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    ConstantPool constants;
    Routine routine = with_vectors(random, constants);
    for (const bool colour : {false, true}) {
      for (const bool coalesce : {false, true}) {
        RegisterOptions options;
        options.colour = colour;
        options.coalesce_moves = coalesce;
        ASSERT_EQ(check_assignment(routine, assign_registers(routine, options)), "") << round;
      }
    }
    const std::uint32_t needed = assign_registers(routine, {}).rows;
    const Assignment few = assign_within(routine, needed - 2, {});
    ASSERT_EQ(check_assignment(routine, few), "") << round << ", with spills";
  }
}

/// Vectors put where they are not allowed to be: each is found.
TEST(VectorAlignment, WrongAssignmentsAreCaught) {
  std::mt19937 random(12);
  unsigned vectors = 0;
  for (int round = 0; round < 200; ++round) {
    ConstantPool constants;
    const Routine routine = with_vectors(random, constants);
    RegisterOptions options;
    options.coalesce_moves = false;
    const Assignment right = assign_registers(routine, options);
    ASSERT_EQ(check_assignment(routine, right), "");
    for (const isa::Instruction& instruction : routine.code) {
      const auto vector = vector_rows(instruction);
      if (!vector) continue;
      ++vectors;
      // Beyond all others, so that nothing else can be wrong: one register, or one pair, too high.
      const bool pairs = isa::rows_of(instruction.modifiers.type) == 2;
      const std::uint32_t beyond = (right.rows + 3) / 4 * 4 + (pairs ? 2 : 1);
      Assignment shifted = right, torn = right;
      for (std::uint32_t i = 0; i < vector->rows; ++i) {
        shifted.register_of[vector->first.index + i] = beyond + i;
      }
      EXPECT_THAT(check_assignment(routine, shifted), HasSubstr("starts at register"));
      torn.register_of[vector->first.index + vector->rows - 1] = beyond + 9;
      EXPECT_THAT(check_assignment(routine, torn), HasSubstr("torn apart"));
    }
  }
  EXPECT_GT(vectors, 300u);
}

}  // namespace
}  // namespace heddle::compile
