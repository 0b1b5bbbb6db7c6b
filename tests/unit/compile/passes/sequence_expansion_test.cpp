// The sequences have as many instructions of each class as the code of NVIDIA's assembler, wait as
// long, and change no result.
#include <algorithm>
#include <array>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/isa/operands.hpp"
#include "lowering.hpp"
#include "warp_runs.hpp"

namespace heddle::compile {
namespace {

using isa::OpClass;

Options volta() {
  Options options;
  options.assembler = Assembler::volta;
  options.assign_registers = false;
  return options;
}

/// Number of instructions by class, in this order. `path` is the number of instructions of the
/// longest path from an operand to the result.
struct Counts {
  unsigned special = 0, convert = 0, float32 = 0, float64 = 0, product = 0, integer = 0, logic = 0,
           move = 0, branch = 0, path = 0;
  auto operator<=>(const Counts&) const = default;
};

constexpr std::array kCounted = {OpClass::special, OpClass::convert,     OpClass::float32,
                                 OpClass::float64, OpClass::integer_mul, OpClass::integer,
                                 OpClass::logic,   OpClass::move,        OpClass::branch};

std::string body_of(std::string_view operation) {
  std::string text(operation);
  const std::string last = text.substr(text.find(' ') + 1, text.find(',') - text.find(' ') - 1);
  const bool wide = last.starts_with("%rd") || last.starts_with("%fd");
  std::string store = fmt::format("st.global.{} [%rd9], {};", wide ? "b64" : "b32", last);
  if (last.starts_with("%rs")) store = fmt::format("st.global.b16 [%rd9], {};", last);
  if (last.starts_with("%p"))
    store = fmt::format("selp.u32 %r9, 1, 2, {}; st.global.b32 [%rd9], %r9;", last);
  return fmt::format(
      "ld.param.u64 %rd8, [a]; ld.param.u64 %rd9, [b];\n"
      "ld.global.u16 %rs1, [%rd8]; ld.global.u16 %rs2, [%rd8+2]; ld.global.u32 %r1, [%rd8+4];\n"
      "ld.global.u32 %r2, [%rd8+8]; ld.global.f32 %f1, [%rd8+12]; ld.global.f32 %f2, [%rd8+16];\n"
      "ld.global.u64 %rd1, [%rd8+24]; ld.global.u64 %rd2, [%rd8+32];\n"
      "ld.global.u64 %rd3, [%rd8+40]; ld.global.f64 %fd1, [%rd8+48];\n"
      "ld.global.f64 %fd2, [%rd8+56]; setp.eq.u32 %p1, %r1, 7;\n"
      "{};\n{} ret;",
      operation, store);
}

/// The instructions of the operation's line before the routine, which is behind the end.
Counts counts_of(std::string_view operation) {
  const isa::Module module = lower_module(kernel(body_of(operation)), volta());
  const isa::Program& program = *module.kernels.at(0);
  constexpr std::uint32_t kLine = 17;  // the body begins in line 11
  std::array<unsigned, kCounted.size()> found{};
  std::map<std::uint32_t, unsigned> depths;
  unsigned deepest = 0;
  for (const isa::Instruction& instruction : program.code) {
    if (instruction.op_class == OpClass::exit) break;
    if (instruction.line != kLine || instruction.op_class == OpClass::load) continue;
    const auto* place = std::ranges::find(kCounted, instruction.op_class);
    EXPECT_NE(place, kCounted.end()) << isa::info(instruction.op).name;
    if (place == kCounted.end()) continue;
    ++found[static_cast<std::size_t>(place - kCounted.begin())];
    unsigned depth = 0;
    isa::for_each_source_row(instruction, [&](const isa::Operand& operand, unsigned rows) {
      if (operand.kind != isa::OperandKind::row) return;
      for (unsigned i = 0; i < rows; ++i) depth = std::max(depth, depths[operand.index + i]);
    });
    isa::for_each_destination_row(instruction, [&](const isa::Operand& operand, unsigned rows) {
      for (unsigned i = 0; i < rows; ++i) depths[operand.index + i] = depth + 1;
    });
    if (instruction.ptx_instructions != 0) deepest = depth + 1;
  }
  return {found[0], found[1], found[2], found[3], found[4],
          found[5], found[6], found[7], found[8], deepest};
}

std::string text_of(const Counts& counts) {
  return fmt::format("{} {} {} {} {} {} {} {} {} path {}", counts.special, counts.convert,
                     counts.float32, counts.float64, counts.product, counts.integer, counts.logic,
                     counts.move, counts.branch, counts.path);
}

struct Counted {
  const char* operation;
  Counts counts;
};

/// Counted in the output of cuobjdump -sass for ptxas 11.8.89, sm_70: the instructions that run
/// between the loads of the operands and the store of the result if no operand is special, without
/// calls and returns.
constexpr Counted kPtxas[] = {
    {"div.rn.f32 %f3, %f1, %f2", {.special = 2, .float32 = 5, .branch = 1, .path = 6}},
    {"rcp.rn.f32 %f3, %f1",
     {.special = 1, .float32 = 3, .integer = 2, .logic = 1, .branch = 1, .path = 4}},
    {"sqrt.rn.f32 %f3, %f1", {.special = 1, .float32 = 4, .integer = 2, .branch = 1, .path = 4}},
    {"div.full.f32 %f3, %f1, %f2", {.special = 1, .float32 = 7, .path = 5}},
    {"div.full.ftz.f32 %f3, %f1, %f2", {.special = 1, .float32 = 4, .path = 4}},
    {"div.approx.f32 %f3, %f1, %f2", {.special = 1, .float32 = 4, .path = 4}},
    {"div.approx.ftz.f32 %f3, %f1, %f2", {.special = 1, .float32 = 1, .path = 2}},
    {"rcp.approx.f32 %f3, %f1", {.special = 1, .float32 = 4, .integer = 2, .move = 1, .path = 6}},
    {"rcp.approx.ftz.f32 %f3, %f1", {.special = 1, .path = 1}},
    {"lg2.approx.f32 %f3, %f1", {.special = 1, .float32 = 3, .path = 4}},
    {"sin.approx.f32 %f3, %f1", {.special = 1, .float32 = 1, .path = 2}},
    {"div.rn.f64 %fd3, %fd1, %fd2",
     {.special = 1, .float32 = 3, .float64 = 8, .move = 1, .branch = 1, .path = 9}},
    {"rcp.rn.f64 %fd3, %fd1",
     {.special = 1, .float32 = 1, .float64 = 5, .integer = 1, .branch = 1, .path = 6}},
    {"sqrt.rn.f64 %fd3, %fd1",
     {.special = 1, .float64 = 8, .integer = 3, .move = 3, .branch = 1, .path = 8}},
    {"rsqrt.approx.f64 %fd3, %fd1",
     {.special = 1, .float64 = 5, .integer = 2, .move = 3, .branch = 1, .path = 5}},
    {"min.f64 %fd3, %fd1, %fd2", {.float64 = 1, .integer = 2, .logic = 1, .move = 5, .path = 4}},
    {"div.u32 %r3, %r1, %r2",
     {.special = 1, .convert = 2, .product = 4, .integer = 8, .logic = 1, .move = 3, .path = 15}},
    {"rem.u32 %r3, %r1, %r2",
     {.special = 1, .convert = 2, .product = 4, .integer = 6, .logic = 1, .move = 3, .path = 14}},
    {"div.s32 %r3, %r1, %r2",
     {.special = 1, .convert = 2, .product = 4, .integer = 11, .logic = 2, .move = 5, .path = 17}},
    {"rem.s32 %r3, %r1, %r2",
     {.special = 1, .convert = 2, .product = 4, .integer = 13, .logic = 1, .move = 2, .path = 17}},
    {"div.u16 %rs3, %rs1, %rs2",
     {.special = 1, .convert = 3, .float32 = 5, .integer = 4, .logic = 1, .move = 5, .path = 12}},
    {"rem.s16 %rs3, %rs1, %rs2",
     {.special = 1,
      .convert = 3,
      .float32 = 5,
      .product = 1,
      .integer = 9,
      .logic = 3,
      .move = 6,
      .path = 16}},
    {"div.u64 %rd4, %rd1, %rd2",
     {.special = 1, .convert = 2, .product = 24, .integer = 36, .move = 10, .path = 33}},
    {"rem.u64 %rd4, %rd1, %rd2",
     {.special = 1, .convert = 2, .product = 24, .integer = 32, .move = 10, .path = 33}},
    {"div.s64 %rd4, %rd1, %rd2",
     {.special = 1,
      .convert = 2,
      .product = 24,
      .integer = 51,
      .logic = 1,
      .move = 11,
      .path = 39}},
    {"rem.s64 %rd4, %rd1, %rd2",
     {.special = 1, .convert = 2, .product = 24, .integer = 46, .move = 11, .path = 39}},
    {"mul.hi.u64 %rd4, %rd1, %rd2", {.product = 4, .integer = 2, .move = 1, .path = 4}},
    {"mul.hi.s64 %rd4, %rd1, %rd2", {.product = 4, .integer = 12, .move = 1, .path = 9}},
    {"min.s64 %rd4, %rd1, %rd2", {.integer = 4, .path = 3}},
    {"abs.s64 %rd4, %rd1", {.integer = 5, .path = 3}},
    {"shl.b64 %rd4, %rd1, %r1", {.logic = 2, .path = 1}},
    {"and.b64 %rd4, %rd1, %rd2", {.logic = 2, .path = 1}},
    {"setp.lt.u64 %p2, %rd1, %rd2", {.integer = 2, .path = 2}},
    {"add.s64 %rd4, %rd1, %rd2", {.integer = 2, .path = 1}},
    {"sub.s64 %rd4, %rd1, %rd2", {.integer = 2, .path = 1}},
    {"neg.s64 %rd4, %rd1", {.integer = 2, .path = 1}},
    {"mul.lo.s64 %rd4, %rd1, %rd2", {.product = 3, .integer = 1, .path = 3}},
    {"mad.lo.s64 %rd4, %rd1, %rd2, %rd3", {.product = 3, .integer = 1, .path = 3}},
    {"popc.b32 %r3, %r1", {.convert = 1, .path = 1}},
    {"popc.b64 %r3, %rd1", {.convert = 2, .integer = 1, .path = 2}},
    {"brev.b32 %r3, %r1", {.convert = 1, .path = 1}},
    {"clz.b32 %r3, %r1", {.convert = 1, .integer = 1, .path = 2}},
    {"clz.b64 %r3, %rd1", {.convert = 1, .integer = 5, .path = 5}},
    {"selp.b64 %rd4, %rd1, %rd2, %p1", {.integer = 2, .path = 1}},
};

TEST(Sequences, HaveTheInstructionsOfPtxas) {
  for (const Counted& row : kPtxas) {
    EXPECT_EQ(text_of(counts_of(row.operation)), text_of(row.counts)) << row.operation;
  }
}

TEST(Sequences, AreOfOneAssembler) {
  Options plain = volta(), off = volta();
  plain.assembler = Assembler::plain;
  off.sequences = false;
  const std::string body = body_of("div.rn.f64 %fd3, %fd1, %fd2");
  EXPECT_EQ(lowered(body, plain), lowered(body, off));
  EXPECT_LT(lowered(body, off).size(), lowered(body, volta()).size());
}

/// A thread's operands: the words of `in` that lower_module's kernel reads, with the special
/// numbers of every format among them.
constexpr const char* kOperations[] = {
    "div.rn.f32 %f3, %f1, %f2",
    "div.rn.f32 %f1, %f1, %f2",
    "@%p1 div.rn.f32 %f2, %f1, %f2",
    "rcp.rn.f32 %f1, %f1",
    "@!%p1 rcp.rn.f32 %f3, %f2",
    "sqrt.rn.f32 %f3, %f1",
    "sqrt.rn.f32 %f1, %f1",
    "div.rn.f64 %fd3, %fd1, %fd2",
    "div.rn.f64 %fd2, %fd1, %fd2",
    "@%p1 div.rn.f64 %fd1, %fd1, %fd2",
    "rcp.rn.f64 %fd3, %fd1",
    "sqrt.rn.f64 %fd1, %fd1",
    "@!%p1 sqrt.rn.f64 %fd3, %fd2",
    "rsqrt.approx.f64 %fd3, %fd1",
    "div.u32 %r3, %r1, %r2",
    "rem.s32 %r1, %r1, %r2",
    "@%p1 rem.s32 %r2, %r1, %r2",
    "div.u64 %rd4, %rd1, %rd2",
    "rem.s64 %rd1, %rd1, %rd2",
    "mul.lo.s64 %rd4, %rd1, %rd2",
    "mul.lo.s64 %rd1, %rd1, %rd2",
    "mul.lo.s64 %rd2, %rd1, %rd2",
    "mul.lo.s64 %rd1, %rd1, %rd1",
    "mad.lo.s64 %rd1, %rd1, %rd2, %rd1",
    "mad.lo.s64 %rd2, %rd1, %rd3, %rd2",
    "@%p1 add.s64 %rd1, %rd1, %rd2",
    "sub.s64 %rd2, %rd1, %rd2",
    "neg.s64 %rd1, %rd1",
    "selp.b64 %rd1, %rd2, %rd1, %p1",
    "min.s64 %rd1, %rd1, %rd2",
    "shl.b64 %rd1, %rd1, %r1",
    "shr.s64 %rd4, %rd1, 3",
    "setp.lt.s64 %p1, %rd1, %rd2",
    "div.s16 %rs1, %rs1, %rs2",
    "popc.b64 %r3, %rd1",
    "clz.b64 %r1, %rd1",
    "brev.b64 %rd1, %rd1",
};

constexpr std::uint32_t kSingles[] = {0x00000000, 0x80000000, 0x3f800000, 0xc0490fdb, 0x7f800000,
                                      0xff800000, 0x7fc00000, 0x00000001, 0x807fffff, 0x00800000,
                                      0x7f7fffff, 0x0c800000, 0x0d000000, 0x7e800000, 0x7e000000};

/// A kernel that computes every operand from the thread's number, runs the operations one after the
/// other on fresh operands and stores what each leaves in all registers.
std::string every_operation() {
  std::string text =
      ".entry k(.param .u64 out, .param .u64 in) { .reg .b16 %rs<10>; .reg .b32 %r<20>;"
      ".reg .b64 %rd<20>; .reg .f32 %f<10>; .reg .f64 %fd<10>; .reg .pred %p<10>;\n"
      "ld.param.u64 %rd10, [out]; mov.u32 %r10, %ctaid.x; mov.u32 %r11, %ntid.x;"
      "mov.u32 %r12, %tid.x; mad.lo.u32 %r10, %r10, %r11, %r12; mul.wide.u32 %rd11, %r10, 8192;"
      "add.s64 %rd10, %rd10, %rd11;\n";
  unsigned slot = 0;
  for (const char* operation : kOperations) {
    text += "rem.u32 %r13, %r10, 15; div.u32 %r14, %r10, 15;\n";
    for (const auto& [register_, from] : {std::pair("%r1", "%r13"), std::pair("%r2", "%r14")}) {
      text += fmt::format("mov.b32 {}, 7;", register_);
      for (unsigned i = 0; i < std::size(kSingles); ++i) {
        text += fmt::format("setp.eq.u32 %p9, {}, {}; @%p9 mov.b32 {}, {};\n", from, i, register_,
                            kSingles[i]);
      }
    }
    text += fmt::format(
        "mov.b32 %f1, %r1; mov.b32 %f2, %r2; cvt.f64.f32 %fd1, %f1; cvt.f64.f32 %fd2, %f2;"
        "mul.f64 %fd1, %fd1, %fd1; mul.f64 %fd1, %fd1, %fd1; mul.f64 %fd1, %fd1, %fd1;"
        "mov.b64 %rd1, %fd1; mul.wide.u32 %rd2, %r2, %r13; add.s64 %rd3, %rd1, %rd2;"
        "cvt.u16.u32 %rs1, %r1; cvt.u16.u32 %rs2, %r14; setp.lt.u32 %p1, %r14, 8;"
        "mov.f32 %f3, 0f40000000; mov.b64 %fd3, %fd2; mov.u32 %r3, 5; mov.u64 %rd4, 6;"
        "mov.u16 %rs3, 9; setp.gt.u32 %p2, %r13, 3;\n{};\n",
        operation);
    for (const char* result : {"f32 {} %f1", "f32 {} %f2", "f32 {} %f3", "u32 {} %r1", "u32 {} %r2",
                               "u32 {} %r3", "f64 {} %fd1", "f64 {} %fd2", "f64 {} %fd3",
                               "u64 {} %rd1", "u64 {} %rd2", "u64 {} %rd4", "u16 {} %rs1"}) {
      const std::string_view words(result);
      text += fmt::format("st.global.{} [%rd10+{}], {};\n", words.substr(0, 3), slot,
                          words.substr(words.rfind(' ') + 1));
      slot += 8;
    }
    text += fmt::format("selp.u32 %r3, 1, 0, %p1; st.global.u32 [%rd10+{}], %r3;\n", slot);
    slot += 8;
  }
  return text + "ret; }\n";
}

TEST(Sequences, GiveTheBitsOfTheOperations) {
  const std::string text = every_operation();
  const RunShape shape{.blocks = 5, .threads = 48, .slot_bytes = 8192};
  ASSERT_LE(std::size(kOperations) * 14 * 8, 8192u);
  Options with = volta();
  const auto run = [&](const Options& options) {
    const isa::Module module = lower_module(text, options);
    return run_warps(module, module.kernels.at(0), shape);
  };
  Options without = with;
  without.sequences = false;
  const auto expected = run(without);
  EXPECT_EQ(run(with), expected);
  for (const bool folded : {true, false}) {
    Options assigned = folded ? Options() : unfolded();
    assigned.assembler = Assembler::volta;
    assigned.sequences = assigned.assign_registers = assigned.check_allocation = true;
    EXPECT_EQ(run(assigned), expected) << folded;
  }
}

TEST(Sequences, AreLeftForNumbersOutOfRange) {
  const auto branches = [](std::uint32_t dividend) {
    const isa::Module module = lower_module(
        fmt::format(
            ".entry k(.param .u64 out, .param .u64 in) {{ .reg .b64 %rd<2>; .reg .f32 %f<4>;"
            "ld.param.u64 %rd1, [out]; mov.b32 %f1, {};"
            "mov.f32 %f3, 0f40400000; div.rn.f32 %f2, %f1, %f3; st.global.f32 [%rd1], %f2;"
            "ret; }}",
            dividend),
        volta());
    unsigned steps = 0;
    Watch watch;
    watch.after = [&](exec::Warp&, const exec::Step&) { ++steps; };
    run_warps(module, module.kernels.at(0), {.blocks = 1, .threads = 32, .slot_bytes = 4}, watch);
    return steps;
  };
  EXPECT_EQ(branches(0x3f800000), branches(0x42280000));
  // The routine of a zero has 25 instructions and a branch back.
  EXPECT_EQ(branches(0x00000000), branches(0x3f800000) + 26);
  EXPECT_EQ(branches(0x7f800000), branches(0x00000000));
}

}  // namespace
}  // namespace heddle::compile
