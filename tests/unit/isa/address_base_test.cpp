// What an access's address is built from.

#include "heddle/isa/address_base.hpp"

#include <gtest/gtest.h>

#include "row_operand.hpp"

namespace heddle::isa {
namespace {

/// Instruction that reads memory at a 64-bit address in rows `base` and base + 1 into `result`.
Instruction load(std::uint32_t base, std::uint32_t result) {
  Instruction instruction;
  instruction.op = Op::ld;
  instruction.op_class = OpClass::load;
  instruction.modifiers.space = Space::global;
  instruction.modifiers.type = Type::u32;
  instruction.sources[0] = row(base);
  instruction.destinations[0] = row(result);
  return instruction;
}

TEST(AddressBase, IsTheRegisterAndWhoWroteItLast) {
  Program program;
  program.code = {load(8, 9), load(4, 5), load(4, 9), load(4, 9), load(8, 9)};
  program.functions = {{.name = "k", .entry = 0, .end = 4}, {.name = "f", .entry = 4, .end = 5}};
  EXPECT_EQ(to_string(address_base(program, 0)), "R8");
  // The instruction at 1 writes the high half of its own address: before it nobody did.
  EXPECT_EQ(to_string(address_base(program, 1)), "R4");
  EXPECT_EQ(to_string(address_base(program, 2)), "R4@1");
  EXPECT_EQ(address_base(program, 2), address_base(program, 3));
  EXPECT_NE(address_base(program, 1), address_base(program, 2));
  EXPECT_EQ(to_string(address_base(program, 4)), "R8");  // what other functions write is not seen
}

TEST(AddressBase, MayBeAConstantOrNothing) {
  Program program;
  program.code = {load(0, 1), load(0, 1)};
  program.functions = {{.name = "k", .entry = 0, .end = 2}};
  program.code[0].sources[0] = {OperandKind::constant, false, 3};
  program.code[1].sources[0] = {};
  EXPECT_EQ(to_string(address_base(program, 0)), "C3");
  EXPECT_EQ(to_string(address_base(program, 1)), "-");
}

TEST(AddressBase, LoadsOfGlobalAndLocalMemoryAreTheL1s) {
  Instruction instruction = load(0, 1);
  EXPECT_TRUE(is_l1_load(instruction));
  instruction.modifiers.space = Space::local;
  EXPECT_TRUE(is_l1_load(instruction));
  instruction.modifiers.space = Space::shared;
  EXPECT_FALSE(is_l1_load(instruction));
  instruction.modifiers.space = Space::generic;
  EXPECT_TRUE(is_l1_load(instruction));
  instruction.op_class = OpClass::store;
  EXPECT_FALSE(is_l1_load(instruction));
}

}  // namespace
}  // namespace heddle::isa
