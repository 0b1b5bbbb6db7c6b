#include "heddle/core/terms/decoded_program.hpp"

#include <gmock/gmock.h>
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

/// Eight lanes of a kind.
ExecutionSpec eight_lanes() {
  ExecutionSpec execution;
  execution.units[static_cast<std::size_t>(UnitKind::sp)].lanes = 8;
  return execution;
}

DecodedProgram decoded(const isa::Program& program, const ExecutionSpec& execution = eight_lanes(),
                       const policy::Shape& shape = {}) {
  return {program, execution, 16, shape, 0, 8};
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

constexpr policy::Shape kLanes{.lane_groups = 8, .sequential_lanes = 1, .threads_per_pass = 1};

TEST(DecodedProgram, SaysWhatExecutesOnceForTheWarp) {
  const DecodedProgram program = decoded(with_scalars(), eight_lanes(), kLanes);
  EXPECT_TRUE(program.has_scalars());
  EXPECT_TRUE(program.at(0).is_scalar);
  EXPECT_FALSE(program.at(1).is_scalar);
  EXPECT_FALSE(decoded(with_scalars()).at(0).is_scalar) << "vectors and scalars are one file";
}

TEST(DecodedProgram, LanesKeepScalarRegistersApart) {
  const DecodedProgram program = decoded(with_scalars(), eight_lanes(), kLanes);
  EXPECT_TRUE(program.at(0).source_rows.empty());
  EXPECT_THAT(program.at(0).scalar_source_rows, testing::ElementsAre(4, 5));
  EXPECT_THAT(program.at(0).scalar_result_rows, testing::ElementsAre(6));
  // Rows 1; 6; 4 and 5, a pair. The result is a pair of vectors.
  EXPECT_THAT(program.at(1).source_rows, testing::ElementsAre(1));
  EXPECT_THAT(program.at(1).scalar_source_rows, testing::ElementsAre(6, 4, 5));
  EXPECT_THAT(program.at(1).result_rows, testing::ElementsAre(2, 3));
  EXPECT_TRUE(program.at(1).scalar_result_rows.empty());
  // Row 7 is the callee's first: a vector.
  EXPECT_THAT(program.at(2).scalar_source_rows, testing::ElementsAre(4));
  EXPECT_THAT(program.at(2).result_rows, testing::ElementsAre(7));
}

/// With free local memory its loads and stores run where moves do; other accesses do not.
TEST(DecodedProgram, FreeLocalMemoryCostsAsMuchAsAMove) {
  ExecutionSpec execution = eight_lanes();
  execution.operations[static_cast<std::size_t>(isa::OpClass::move)] = {.unit = UnitKind::sp,
                                                                        .latency = 7};
  isa::Program program;
  program.code = {make(isa::Op::ld, row(2), {row(3)}), make(isa::Op::ld, row(2), {row(3)})};
  program.code[0].modifiers.space = isa::Space::local;
  program.code[1].modifiers.space = isa::Space::global;
  program.functions = {{.name = "k", .end = 2, .rows = 4}};
  const DecodedProgram free(program, execution, 16, {}, 0, 8, true);
  EXPECT_TRUE(free.at(0).costs_as_move);
  EXPECT_EQ(free.at(0).unit, UnitKind::sp);
  EXPECT_EQ(free.at(0).latency, 7);
  EXPECT_EQ(free.at(0).op_class, isa::OpClass::load);
  EXPECT_FALSE(free.at(1).costs_as_move);
  EXPECT_EQ(free.at(1).unit, UnitKind::memory);
  EXPECT_FALSE(DecodedProgram(program, execution, 16, {}, 0, 8).at(0).costs_as_move);
}

TEST(DecodedProgram, ARegisterThatIsNamedTwiceIsReadTwice) {
  isa::Program program;
  program.code = {make(isa::Op::add_b32, row(2), {row(3), row(3)})};
  program.functions = {{.name = "k", .end = 1, .rows = 4}};
  EXPECT_THAT(decoded(program).at(0).source_rows, testing::ElementsAre(3, 3));
}

TEST(DecodedProgram, WithoutAFileOfTheirOwnScalarRegistersAreAmongTheOthers) {
  const DecodedProgram program = decoded(with_scalars());
  EXPECT_THAT(program.at(1).source_rows, testing::ElementsAre(1, 6, 4, 5));
  EXPECT_TRUE(program.at(1).scalar_source_rows.empty());
  EXPECT_EQ(program.at(0).unit, UnitKind::sp);
  EXPECT_EQ(program.at(0).passes, 4u);  // 32 threads on 8 lanes
}

TEST(DecodedProgram, AScalarUnitTakesWhatAllThreadsDoAlike) {
  ExecutionSpec execution = eight_lanes();
  execution.units[static_cast<std::size_t>(UnitKind::scalar)].count = 1;
  const DecodedProgram program = decoded(with_scalars(), execution);
  EXPECT_EQ(program.at(0).unit, UnitKind::scalar);
  EXPECT_EQ(program.at(0).passes, 1u);
  EXPECT_TRUE(program.at(0).source_rows.empty());
  EXPECT_THAT(program.at(0).scalar_source_rows, testing::ElementsAre(4, 5));
  EXPECT_EQ(program.at(1).passes, 4u);
  EXPECT_THAT(program.at(1).source_rows, testing::ElementsAre(1));
}

// Where a warp holds one pipeline, a branch takes as long as an addition, and one that all threads
// take alike goes to the scalar unit.
TEST(DecodedProgram, ABranchTakesAPassOfASequentialLane) {
  isa::Program program;
  program.has_scalar_class = true;
  program.code = {make(isa::Op::bra, {}, {}), make(isa::Op::bra, {}, {})};
  program.code[1].is_scalar = true;
  program.functions = {{.name = "k", .end = 2}};
  ExecutionSpec execution = eight_lanes();
  execution.units[static_cast<std::size_t>(UnitKind::scalar)].count = 1;
  constexpr policy::Shape kOne{.sequential_lanes = 1, .control_by_threads = true};
  const DecodedProgram one = decoded(program, execution, kOne);
  EXPECT_EQ(one.at(0).unit, UnitKind::control);
  EXPECT_EQ(one.at(0).passes, 4u);  // 32 threads on 8 lanes
  EXPECT_EQ(one.at(1).unit, UnitKind::scalar);
  EXPECT_EQ(one.at(1).passes, 1u);
  constexpr policy::Shape kTwo{.sequential_lanes = 2, .control_by_threads = true};
  EXPECT_EQ(decoded(program, execution, kTwo).at(0).passes, 8u) << "two share the lanes";
  EXPECT_EQ(decoded(program, execution).at(0).passes, 1u);
  EXPECT_EQ(decoded(program, execution).at(1).unit, UnitKind::control);
}

}  // namespace
}  // namespace heddle::core
