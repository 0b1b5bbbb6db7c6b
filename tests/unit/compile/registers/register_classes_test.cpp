#include "heddle/compile/registers/register_classes.hpp"

#include <gtest/gtest.h>

#include "heddle/compile/code/program_routines.hpp"
#include "heddle/compile/flow/reconvergence.hpp"
#include "heddle/compile/liveness/uniformity.hpp"
#include "heddle/compile/liveness/value_webs.hpp"
#include "heddle/compile/lower.hpp"
#include "heddle/compile/registers/assignment_check.hpp"
#include "heddle/isa/operands.hpp"
#include "heddle/ptx/parser.hpp"
#include "lowering.hpp"
#include "random_routine.hpp"
#include "random_uniform_kernel.hpp"

namespace heddle::compile {
namespace {

struct Coloured {
  explicit Coloured(const Routine& from, Criterion criterion = Criterion::all) {
    const Webs webs = separate_values(from);
    routine = webs.routine;
    mark_scalars(routine, find_uniformity(webs, criterion, false));
    classes = assign_classes(routine);
  }
  explicit Coloured(const isa::Module& module)
      : Coloured(routines_of(*module.kernels.at(0)).at(0)) {}
  std::string fault() const { return check_assignment(routine, classes); }

  Routine routine;
  Assignment classes;
};

/// The routine as if no branch took the threads of a warp apart.
Routine together(Routine routine) {
  for (isa::Instruction& instruction : routine.code) instruction.is_scalar = true;
  return routine;
}

Coloured coloured(std::string_view body) { return Coloured(lower_module(kernel(body), plain())); }

isa::Module random_module(unsigned seed) {
  return lower(ptx::parse(RandomUniformKernel(seed).text(), "random.ptx"));
}

TEST(RegisterClasses, AreProven) {
  std::mt19937 random(31);
  for (int round = 0; round < 300; ++round) {
    ConstantPool constants;
    RandomShape shape;
    shape.instructions = 20 + static_cast<unsigned>(round) % 60;
    if (round % 3 == 0) shape.incoming = 3, shape.results = 1;
    Routine routine = RandomRoutine(random, constants, shape).make();
    mark_reconvergence(routine);
    for (const Criterion criterion : {Criterion::all, Criterion::convergent}) {
      ASSERT_EQ(Coloured(routine, criterion).fault(), "") << "round " << round;
    }
  }
  for (unsigned seed = 0; seed < 300; ++seed) {
    ASSERT_EQ(Coloured(random_module(seed)).fault(), "") << "seed " << seed;
  }
}

TEST(RegisterClasses, ScalarsNeedOneRegisterAWarp) {
  // Three scalars live at once (r1, r2 and the pointer's two words are scalars as well) beside one
  // vector.
  const Coloured found = coloured(
      "mov.u32 %r0, %tid.x;\n"
      "mov.u32 %r1, %ctaid.x;\n"
      "mov.u32 %r2, %ctaid.y;\n"
      "mov.u64 %rd0, 512;\n"
      "st.global.u32 [%rd0], %r0;\n"
      "st.global.u32 [%rd0], %r1;\n"
      "st.global.u32 [%rd0], %r2;\n"
      "exit;\n");
  EXPECT_EQ(found.classes.rows, 1u);
  EXPECT_EQ(found.classes.scalar_rows, 4u);
}

/// The first row of the last operand of so many rows that an instruction writes.
std::uint32_t written_rows(const Routine& routine, unsigned wanted) {
  std::uint32_t found = 0;
  for (const isa::Instruction& instruction : routine.code) {
    isa::for_each_destination_row(instruction, [&](const isa::Operand& operand, unsigned rows) {
      if (rows == wanted) found = operand.index;
    });
  }
  return found;
}

// An address may have the registers of a fragment before or after it. Where the code reads a
// register that is not set on every path, one content lies in the pair and in the fragment.
TEST(RegisterClasses, APairMayLieInAFragment) {
  const isa::Module module = lower_module(
      kernel("mov.u32 %r0, %tid.x;\n"
             "mov.u64 %rd0, 512;\n"
             "mov.b32 %f0, %r0;\nmov.b32 %f1, %r0;\nmov.b32 %f2, %r0;\nmov.b32 %f3, %r0;\n"
             "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r0}, "
             "{%r0}, {%f0, %f1, %f2, %f3};\n"
             "st.global.f32 [%rd0], %f2;\n"
             "st.global.f32 [%rd0], %f3;\n"
             "mad.wide.u32 %rd1, %r0, %r0, %rd0;\n"
             "st.global.u64 [%rd0], %rd1;\n"
             "exit;\n"),
      plain());
  Routine routine = routines_of(*module.kernels.at(0)).at(0);
  const std::uint32_t pair = written_rows(routine, 2), fragment = written_rows(routine, 4);
  ASSERT_NE(pair, fragment);
  for (isa::Instruction& instruction : routine.code) {
    const auto rename = [&](isa::Operand& operand) {
      if (operand.kind != isa::OperandKind::row || operand.index < pair) return;
      if (operand.index <= pair + 1) operand.index = operand.index - pair + fragment + 2;
    };
    for (isa::Operand& operand : instruction.destinations) rename(operand);
    for (isa::Operand& operand : instruction.sources) rename(operand);
  }
  EXPECT_EQ(check_assignment(routine, assign_classes(routine)), "");
}

/// r1 dies at the last store of one path; r2 lives on that path only; the other path begins with
/// r1. One thread alone would have room for both in one register.
constexpr std::string_view kWaiting =
    "mov.u32 %r0, %tid.x;\n"
    "setp.lt.u32 %p0, %r0, 7;\n"
    "mov.u64 %rd0, 512;\n"
    "mov.u32 %r1, %ctaid.x;\n"
    "@%p0 bra other;\n"
    "mov.u32 %r2, %ctaid.y;\n"
    "st.global.u32 [%rd0], %r2;\n"
    "bra meet;\n"
    "other:\n"
    "st.global.u32 [%rd0+4], %r1;\n"
    "meet:\n"
    "exit;\n";

TEST(RegisterClasses, WhatWaitsOnAnotherPathKeepsItsRegister) {
  const Coloured found = coloured(kWaiting);
  EXPECT_EQ(found.fault(), "");
  EXPECT_EQ(found.classes.scalar_rows, 4u);  // the pointer, r1, r2
  // Without the edges of divergence two threads would be served from three.
  const Assignment wrong = assign_classes(together(found.routine));
  EXPECT_EQ(wrong.scalar_rows, 3u);
  EXPECT_NE(check_assignment(found.routine, wrong).find("is written while another path waits with"),
            std::string::npos);
}

TEST(RegisterClasses, WrongAssignmentsAreCaught) {
  // Two values that interfere, put into one register.
  std::mt19937 random(32);
  unsigned seeded = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Coloured found(random_module(seed));
    const ValueId count = value_count(found.routine);
    for (int round = 0; round < 20; ++round) {
      const ValueId a = static_cast<ValueId>(random() % count);
      const ValueId b = static_cast<ValueId>(random() % count);
      const std::uint32_t place = found.classes.register_of[b];
      if (a == b || place == 0xFFFFFFFFu || found.classes.register_of[a] == place) continue;
      Assignment wrong = found.classes;
      wrong.register_of[a] = place;
      const std::string fault = check_assignment(found.routine, wrong);
      const bool same_file = (a < found.routine.rows) == (b < found.routine.rows) &&
                             is_scalar(found.routine, a) == is_scalar(found.routine, b);
      if (!same_file) continue;
      seeded += !fault.empty();
    }
  }
  EXPECT_GT(seeded, 200u);
}

TEST(RegisterClasses, AVectorTakenForAScalarIsCaught) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Coloured found(random_module(seed));
    for (Pc pc = 0; pc < found.routine.code.size(); ++pc) {
      if (found.routine.code[pc].is_scalar) continue;
      const isa::Operand to = found.routine.code[pc].destinations[0];
      if (to.kind != isa::OperandKind::row) continue;
      Routine wrong = found.routine;
      wrong.scalars.rows[to.index] = true;
      ASSERT_NE(check_assignment(wrong, found.classes), "");
    }
  }
}

}  // namespace
}  // namespace heddle::compile
