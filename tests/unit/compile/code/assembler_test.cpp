// How many registers the habits of an assembler take, from what they say.
#include <gtest/gtest.h>

#include "lowering.hpp"

namespace heddle::compile {
namespace {

constexpr unsigned kLoads = 40;

/// Adds kLoads words of one array: as many registers as words if all loads start first.
std::string sum_of_words() {
  std::string body =
      fmt::format(".reg .b32 %v<{}>; ld.param.u64 %rd0, [a]; mov.u32 %r0, 0;", kLoads);
  for (unsigned i = 0; i < kLoads; ++i) {
    body += fmt::format("ld.global.u32 %v{0}, [%rd0+{1}]; add.s32 %r0, %r0, %v{0};", i, 4 * i);
  }
  return kernel(body + "st.global.u32 [%rd0], %r0; ret;");
}

std::uint32_t registers(Assembler assembler, std::uint32_t threads_of_sm) {
  Options options;
  options.assembler = assembler;
  options.supply = {.registers = 65536, .threads = threads_of_sm};
  return lower_module(sum_of_words(), options).kernels.at(0)->registers;
}

TEST(Assembler, LoadsOfVoltaStartAsLongAsTheSmHoldsAllItsThreads) {
  // 65,536 registers are 64 a thread of 1,024 and 32 a thread of 2,048.
  EXPECT_GE(registers(Assembler::volta, 1024), kLoads);
  EXPECT_LE(registers(Assembler::volta, 1024), 64u);
  EXPECT_LE(registers(Assembler::volta, 2048), 32u);
}

TEST(Assembler, PlainTakesNoNoticeOfThreads) {
  EXPECT_EQ(registers(Assembler::plain, 1024), registers(Assembler::plain, 2048));
}

TEST(Assembler, OnlyVoltaUnrolls) {
  const std::string loop = kernel(
      "ld.param.u64 %rd0, [a]; ld.param.u32 %r0, [n]; mov.u32 %r1, 0; mov.f32 %f0, 0f00000000;\n"
      "next: ld.global.f32 %f1, [%rd0]; add.f32 %f0, %f0, %f1; add.s64 %rd0, %rd0, 4;"
      "add.s32 %r1, %r1, 1; setp.lt.s32 %p0, %r1, %r0; @%p0 bra next;\n"
      "st.global.f32 [%rd0], %f0; ret;");
  const auto loads = [&](Assembler assembler) {
    Options options;
    options.assembler = assembler;
    unsigned found = 0;
    const auto program = lower_module(loop, as_assembler(options)).kernels.at(0);
    for (const isa::Instruction& instruction : program->code) {
      found += instruction.op_class == isa::OpClass::load ? 1 : 0;
    }
    return found;
  };
  EXPECT_EQ(loads(Assembler::plain), 1u);
  // Four trips together, and what is left of a length that is no multiple of four.
  EXPECT_EQ(loads(Assembler::volta), 5u);
}

}  // namespace
}  // namespace heddle::compile
