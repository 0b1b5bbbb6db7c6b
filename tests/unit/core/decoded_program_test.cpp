#include "heddle/core/decoded_program.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

isa::Operand row(std::uint32_t index) { return {isa::OperandKind::row, false, index}; }

isa::Instruction make(isa::Op op, isa::Operand to, std::array<isa::Operand, 5> from) {
  isa::Instruction instruction;
  instruction.op = op;
  instruction.op_class = isa::info(op).op_class;
  instruction.destinations[0] = to;
  instruction.sources = from;
  return instruction;
}

DecodedProgram decoded(const isa::Program& program) {
  return {program, ExecutionSpec{}, 16, policy::Shape{}, 0, 8};
}

/// A frame of four vectors and three scalars, rows 4 to 6. What lies behind it is a call's.
isa::Program with_scalars() {
  isa::Program program;
  program.has_scalar_class = true;
  isa::Instruction scalar = make(isa::Op::add_b32, row(6), {row(4), row(5)});
  scalar.is_scalar = true;
  program.code = {scalar, make(isa::Op::mad_wide_u32, row(2), {row(1), row(6), row(4)}),
                  make(isa::Op::mov_b32, row(7), {row(4)})};
  program.functions = {{.name = "k", .end = 3, .rows = 7, .scalar_rows = 3}};
  return program;
}

TEST(DecodedProgram, SaysWhatExecutesOnceForTheWarp) {
  const DecodedProgram program = decoded(with_scalars());
  EXPECT_TRUE(program.at(0).is_scalar);
  EXPECT_FALSE(program.at(1).is_scalar);
}

TEST(DecodedProgram, SaysOfEachRowWhetherItIsAScalarRegister) {
  const DecodedProgram program = decoded(with_scalars());
  EXPECT_EQ(program.at(0).scalar_sources, 0b11u);
  EXPECT_EQ(program.at(0).scalar_results, 0b1u);
  // Rows 1; 6; 4 and 5, a pair. The result is a pair of vectors.
  EXPECT_EQ(program.at(1).source_rows.size(), 4u);
  EXPECT_EQ(program.at(1).scalar_sources, 0b1110u);
  EXPECT_EQ(program.at(1).scalar_results, 0u);
  // Row 7 is the callee's first: a vector.
  EXPECT_EQ(program.at(2).scalar_sources, 0b1u);
  EXPECT_EQ(program.at(2).scalar_results, 0u);
}

TEST(DecodedProgram, HasNoScalarRowsWithoutTheirClass) {
  isa::Program program = with_scalars();
  program.has_scalar_class = false;
  program.functions[0].scalar_rows = 0;
  EXPECT_EQ(decoded(program).at(1).scalar_sources, 0u);
}

}  // namespace
}  // namespace heddle::core
