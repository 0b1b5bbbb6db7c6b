// Fragments through the compiler's passes: the same results with every choice, and registers that
// lie side by side.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "heddle/isa/operands.hpp"
#include "heddle/ptx/parser.hpp"
#include "warp_kernel.hpp"

namespace heddle::test {
namespace {

/// Accumulates products of tiles in shared memory in a loop. The fragments of A and B change in
/// each turn, the sums stay, and other values live across the loop.
std::string loop_body() {
  std::string text =
      "mov.u32 %r1, tile;\nmad.lo.u32 %r2, %r0, 64, %r1;\nmad.wide.u32 %rd2, %r0, 64, %rd0;\n";
  for (unsigned i = 0; i < 16; ++i)
    text += fmt::format("ld.global.b32 %r4, [%rd2+{0}];\nst.shared.b32 [%r2+{0}], %r4;\n", 4 * i);
  text += "bar.sync 0;\nand.b32 %r5, %r0, 15;\nmad.lo.u32 %r6, %r5, 16, %r1;\nmov.u32 %r7, 0;\n";
  for (unsigned i = 0; i < 8; ++i) text += fmt::format("mov.f32 %f{}, 0f3F800000;\n", i);
  for (unsigned i = 0; i < 12; ++i)
    text += fmt::format("add.u32 %r{}, %r0, {};\n", 40 + i, 100 * i);
  text +=
      "turn:\n"
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r6];\n"
      "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r14, %r15}, [%r6+256];\n"
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r10, %r11, %r12, "
      "%r13}, {%r14, %r15}, {%f0, %f1, %f2, %f3};\n"
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f4, %f5, %f6, %f7}, {%r11, %r13}, "
      "{%r15}, "
      "{%f4, %f1, %f6, %f3};\n"
      "add.u32 %r6, %r6, 48;\nadd.u32 %r7, %r7, 1;\nsetp.lt.u32 %p1, %r7, 5;\n@%p1 bra turn;\n"
      "mad.wide.u32 %rd3, %r0, 80, %rd1;\n";
  for (unsigned i = 0; i < 8; ++i)
    text += fmt::format("st.global.f32 [%rd3+{}], %f{};\n", 4 * i, i);
  for (unsigned i = 0; i < 12; ++i)
    text += fmt::format("st.global.b32 [%rd3+{}], %r{};\n", 32 + 4 * i, 40 + i);
  return text;
}

std::vector<std::uint8_t> tiles() {
  std::vector<std::uint8_t> bytes(2048);
  for (unsigned i = 0; i < bytes.size(); i += 2) {
    const unsigned half = 0x3400 + i * 2654435761u % 0x0C00;  // from 1/4 to 1
    bytes[i] = static_cast<std::uint8_t>(half);
    bytes[i + 1] = static_cast<std::uint8_t>(half >> 8 | (i % 6 == 0 ? 0x80 : 0));
  }
  return bytes;
}

struct Choice {
  std::string name;
  compile::Options options;
};

std::vector<Choice> choices() {
  using compile::Options;
  std::vector<Choice> all;
  const auto add = [&](const std::string& name, Options options, auto change) {
    change(options);
    options.capability = 80;
    all.push_back({name, options});
  };
  add("default", {}, [](Options&) {});
  add("unfolded", compile::unfolded(), [](Options&) {});
  add("as_assembler", compile::as_assembler({}), [](Options&) {});
  add("virtual", {}, [](Options& o) { o.assign_registers = false; });
  add("moves_stay", {}, [](Options& o) { o.coalesce_moves = false; });
  add("in_order_of_starts", {}, [](Options& o) { o.colour = false; });
  add("scalars", {}, [](Options& o) {
    o.scalars = compile::Scalars::all;
    o.registers = compile::RegisterCount::classes;
  });
  add("convergent_scalars", {}, [](Options& o) {
    o.scalars = compile::Scalars::convergent;
    o.registers = compile::RegisterCount::classes;
  });
  add("classes", {}, [](Options& o) { o.registers = compile::RegisterCount::classes; });
  add("vectors_and_banks", {}, [](Options& o) { o.align_vectors = o.spread_banks = true; });
  add("checked", {}, [](Options& o) { o.check_allocation = o.annotate = true; });
  return all;
}

TEST(MatrixCompiler, ResultsDoNotDependOnThePasses) {
  std::vector<std::uint8_t> first;
  for (const Choice& choice : choices()) {
    const auto out = run_body(loop_body(), tiles(), 32 * 80, choice.options);
    if (first.empty()) first = out;
    EXPECT_EQ(out, first) << choice.name;
  }
}

TEST(MatrixCompiler, FragmentsBeginAtMultiplesOfTheirSize) {
  for (const Choice& choice : choices()) {
    if (!choice.options.assign_registers) continue;
    const isa::Module module =
        compile::lower(ptx::parse(kernel_text(loop_body()), "k.ptx"), choice.options);
    unsigned fragments = 0;
    const auto check = [&](const isa::Operand& operand, unsigned rows) {
      if (rows <= 2) return;
      ++fragments;
      EXPECT_EQ(operand.index % rows, 0u) << choice.name;
    };
    for (const isa::Instruction& instruction : module.kernels.at(0)->code) {
      isa::for_each_destination_row(instruction, check);
      isa::for_each_source_row(instruction, check);
    }
    EXPECT_EQ(fragments, 5u) << choice.name;
  }
}

/// The moves to and from fragments go where values can be in the fragment anyway.
TEST(MatrixCompiler, LoopsMoveNoFragments) {
  compile::Options options;
  options.capability = 80;
  const isa::Module module = compile::lower(ptx::parse(kernel_text(loop_body()), "k.ptx"), options);
  const auto& code = module.kernels.at(0)->code;
  unsigned first = 0, last = 0, moves = 0;
  for (unsigned pc = 0; pc < code.size(); ++pc) {
    if (code[pc].op == isa::Op::mma) last = pc;
    if (code[pc].op == isa::Op::mma && first == 0) first = pc;
  }
  for (unsigned pc = first; pc < last; ++pc) moves += code[pc].op == isa::Op::mov_b32 ? 1 : 0;
  EXPECT_LE(moves, 7u);  // the second product's A and C also belong to the first's fragments
}

}  // namespace
}  // namespace heddle::test
