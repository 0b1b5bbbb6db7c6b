// Sources of an instruction in both banks of registers, and the register that the ABI keeps.
#include "heddle/compile/registers/bank_choice.hpp"

#include <gtest/gtest.h>

#include "heddle/compile/code/values.hpp"
#include "lowering.hpp"

namespace heddle::compile {
namespace {

constexpr std::string_view kBody =
    "ld.global.u32 %r0, [%rd8]; ld.global.u32 %r1, [%rd8+4]; ld.global.u32 %r2, [%rd8+8];"
    "ld.global.u32 %r3, [%rd8+12]; ld.global.u32 %r4, [%rd8+16];"
    "add.s32 %r5, %r0, %r2; add.s32 %r6, %r1, %r3; add.s32 %r7, %r5, %r4; add.s32 %r7, %r7, %r6;"
    "st.global.u32 [%rd9], %r7; ret;";

struct Banks {
  unsigned same = 0, different = 0;
};

/// Of the additions and the store of the body.
Banks banks_of(const isa::Program& program) {
  Banks banks;
  for (const isa::Instruction& instruction : program.code) {
    if (instruction.op_class != isa::OpClass::integer &&
        instruction.op_class != isa::OpClass::store) {
      continue;
    }
    const bool differ = (instruction.sources[0].index ^ instruction.sources[1].index) % 2 != 0;
    ++(differ ? banks.different : banks.same);
  }
  return banks;
}

std::shared_ptr<const isa::Program> program(const Options& options) {
  return lower_module(kernel(kBody), options).kernels.at(0);
}

TEST(BankChoice, SourcesOfAnInstructionLieInBothBanks) {
  EXPECT_GT(banks_of(*program({})).same, 0u);
  Options spread;
  spread.spread_banks = true;
  const Banks banks = banks_of(*program(spread));
  EXPECT_EQ(banks.same, 0u);
  EXPECT_EQ(banks.different, 5u);
}

TEST(StackPointer, RegisterOneIsNotGivenAway) {
  const auto uses = [](const isa::Program& code) {
    unsigned found = 0;
    for (const isa::Instruction& instruction : code.code) {
      const auto count = [&](const isa::Operand& operand, unsigned rows) {
        const bool is_row = operand.kind == isa::OperandKind::row;
        found += is_row && operand.index <= 1 && operand.index + rows > 1 ? 1 : 0;
      };
      isa::for_each_destination_row(instruction, count);
      isa::for_each_source_row(instruction, count);
    }
    return found;
  };
  Options kept;
  kept.keep_stack_pointer = true;
  kept.registers = RegisterCount::code;
  const auto code = program(kept);
  EXPECT_GT(uses(*program({})), 0u);
  EXPECT_EQ(uses(*code), 0u);
}

}  // namespace
}  // namespace heddle::compile
