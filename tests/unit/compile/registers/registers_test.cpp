#include <map>

#include <gtest/gtest.h>

#include "heddle/compile/registers/assignment_check.hpp"
#include "heddle/compile/registers/register_assignment.hpp"
#include "random_routine.hpp"
#include "thread.hpp"

namespace heddle::compile {
namespace {

RandomShape registers_shape(int round) {
  RandomShape shape;
  shape.instructions = 20 + static_cast<unsigned>(round) % 60;
  shape.rows = 1 + static_cast<unsigned>(round) % 9;
  shape.pairs = 1 + static_cast<unsigned>(round) % 5;
  if (round % 3 == 0) shape.incoming = 3, shape.results = 1;
  return shape;
}

RegisterOptions coalescing(bool coalesces) {
  RegisterOptions options;
  options.coalesce_moves = coalesces;
  return options;
}

TEST(Registers, RandomAssignmentsAreProven) {
  std::mt19937 random(7);
  for (int round = 0; round < 600; ++round) {
    ConstantPool constants;
    const Routine routine = RandomRoutine(random, constants, registers_shape(round)).make();
    for (const bool coalesce : {false, true}) {
      EXPECT_EQ(check_assignment(routine, assign_registers(routine, coalescing(coalesce))), "")
          << "round " << round;
    }
  }
}

/// Runs the routine before and after: the same instructions compute the same values. Moves that
/// coalescing removed are missing from the second run.
TEST(Registers, RandomRoutinesComputeTheSameAsBefore) {
  std::mt19937 random(8);
  for (int round = 0; round < 600; ++round) {
    ConstantPool constants;
    const Routine before = RandomRoutine(random, constants, registers_shape(round)).make();
    Routine after = before;
    apply(assign_registers(before, {}), after);
    Thread first(before, constants), second(after, constants);
    for (std::uint32_t row = 0; row < before.incoming; ++row) {
      first.rows()[row] = second.rows()[row] = 77 + row;
    }
    std::map<std::uint32_t, bool> kept;
    for (const isa::Instruction& instruction : after.code) kept[instruction.line] = true;
    std::vector<Thread::Event> expected;
    for (const Thread::Event& event : first.run(2000)) {
      if (kept[event.line]) expected.push_back(event);
    }
    std::vector<Thread::Event> found = second.run(2000);
    const std::size_t common = std::min(expected.size(), found.size());
    expected.resize(common);
    found.resize(common);
    ASSERT_EQ(expected, found) << "round " << round;
  }
}

/// The checker itself: it must find every assignment that is made wrong on purpose.
TEST(Registers, WrongAssignmentsAreCaught) {
  ConstantPool constants;
  Routine routine;
  routine.is_kernel = true;
  routine.rows = 4;
  const auto add = [&](isa::Op op, isa::Operand to, isa::Operand a, isa::Operand b = {}) {
    isa::Instruction instruction;
    instruction.op = op;
    instruction.op_class = isa::info(op).op_class;
    instruction.destinations[0] = to;
    instruction.sources[0] = a;
    instruction.sources[1] = b;
    routine.code.push_back(instruction);
  };
  add(isa::Op::mov_b32, row_operand(0), constants.word(1));
  add(isa::Op::mov_b32, row_operand(1), constants.word(2));
  add(isa::Op::mul_wide_u32, row_operand(2), row_operand(0), row_operand(1));
  add(isa::Op::add_b64, row_operand(2), row_operand(2), row_operand(2));
  add(isa::Op::add_b32, row_operand(0), row_operand(2), row_operand(3));
  add(isa::Op::exit, {}, {});

  EXPECT_EQ(check_assignment(routine, {{0, 1, 2, 3}, 4, 0}), "");
  EXPECT_EQ(check_assignment(routine, {{0, 0, 2, 3}, 4, 0}),
            "at 1: value 1 is written over value 0");
  EXPECT_EQ(check_assignment(routine, {{0, 1, 3, 2}, 4, 0}), "at 2: the pair 2:3 is torn apart");
  EXPECT_EQ(check_assignment(routine, {{0, 3, 2, 3}, 4, 0}),
            "at 2: the result 2 overlaps the source 1");
  routine.incoming = 2;
  EXPECT_EQ(check_assignment(routine, {{1, 0, 2, 3}, 4, 0}), "at 0: incoming row 0 moved to 1");
}

/// A load through a pointer to a pointer: the low half of the pair is the address of the load that
/// writes the pair. No assignment can keep them apart.
TEST(Registers, ALoadMayReplaceItsNarrowAddress) {
  ConstantPool constants;
  Routine routine;
  routine.is_kernel = true;
  routine.rows = 3;
  const auto add = [&](isa::Op op, isa::Operand to, isa::Operand from) -> isa::Instruction& {
    isa::Instruction instruction;
    instruction.op = op;
    instruction.op_class = isa::info(op).op_class;
    instruction.destinations[0] = to;
    instruction.sources[0] = from;
    return routine.code.emplace_back(instruction);
  };
  add(isa::Op::mov_b32, row_operand(0), constants.word(64));
  isa::Instruction& load = add(isa::Op::ld, row_operand(0), row_operand(0));
  load.modifiers.space = isa::Space::global;
  load.modifiers.type = isa::Type::u64;
  load.modifiers.short_address = true;
  add(isa::Op::add_b32, row_operand(2), row_operand(1));
  add(isa::Op::exit, {}, {});
  const Assignment assignment = assign_registers(routine, coalescing(true));
  EXPECT_EQ(check_assignment(routine, assignment), "");
  // An address in the high half would be read after the low half is written.
  routine.code[0].destinations[0] = routine.code[1].sources[0] = row_operand(2);
  EXPECT_EQ(check_assignment(routine, {{0, 1, 1}, 2, 0}),
            "at 1: the result 0 overlaps the source 2");
}

TEST(Registers, SeededFaultsInRandomAssignmentsAreCaughtOrHarmless) {
  // Two values put into one register: either the checker objects, or the runs still agree.
  std::mt19937 random(9);
  unsigned caught = 0;
  for (int round = 0; round < 300; ++round) {
    ConstantPool constants;
    RandomShape shape = registers_shape(round);
    shape.incoming = shape.results = 0;
    const Routine before = RandomRoutine(random, constants, shape).make();
    Assignment wrong = assign_registers(before, coalescing(false));
    const ValueId a = static_cast<ValueId>(random() % shape.rows);
    const ValueId b = static_cast<ValueId>(random() % shape.rows);
    wrong.register_of[a] = wrong.register_of[b];
    if (!check_assignment(before, wrong).empty()) {
      ++caught;
      continue;
    }
    Routine after = before;
    apply(wrong, after);
    std::map<std::uint32_t, bool> kept;
    for (const isa::Instruction& instruction : after.code) kept[instruction.line] = true;
    std::vector<Thread::Event> expected;
    for (const Thread::Event& event : Thread(before, constants).run(1000)) {
      if (kept[event.line]) expected.push_back(event);
    }
    std::vector<Thread::Event> found = Thread(after, constants).run(1000);
    const std::size_t common = std::min(expected.size(), found.size());
    expected.resize(common);
    found.resize(common);
    ASSERT_EQ(expected, found) << "round " << round;
  }
  EXPECT_GT(caught, 100u);
}

TEST(Registers, AChainNeedsNoMoreThanItsWidth) {
  // r(i+1) = r(i) + r(i): one register, however long.
  Routine routine;
  routine.is_kernel = true;
  routine.rows = 50;
  ConstantPool constants;
  const auto add = [&](isa::Op op, std::uint32_t to, isa::Operand from) {
    isa::Instruction instruction;
    instruction.op = op;
    instruction.op_class = isa::info(op).op_class;
    instruction.destinations[0] = row_operand(to);
    instruction.sources[0] = instruction.sources[1] = from;
    routine.code.push_back(instruction);
  };
  add(isa::Op::add_b32, 0, constants.word(1));
  for (std::uint32_t i = 1; i < 50; ++i) add(isa::Op::add_b32, i, row_operand(i - 1));
  EXPECT_EQ(assign_registers(routine, {}).rows, 1u);
}

}  // namespace
}  // namespace heddle::compile
