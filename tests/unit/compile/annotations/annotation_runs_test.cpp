// What the analyses claim of random kernels, tried out on the functional engine: values that are
// not live can be lost, scalars agree, and one copy a warp of each scalar is enough.
#include <algorithm>
#include <bit>
#include <random>

#include <gtest/gtest.h>

#include "heddle/compile/annotations/annotate.hpp"
#include "heddle/compile/code/program_routines.hpp"
#include "heddle/compile/liveness/live_points.hpp"
#include "heddle/compile/liveness/uniformity.hpp"
#include "heddle/compile/liveness/value_webs.hpp"
#include "heddle/compile/lower.hpp"
#include "heddle/compile/registers/register_classes.hpp"
#include "heddle/exec/step/fault.hpp"
#include "heddle/exec/step/scalar_check.hpp"
#include "heddle/ptx/parser.hpp"
#include "random_kernel.hpp"
#include "random_uniform_kernel.hpp"
#include "warp_runs.hpp"

namespace heddle::compile {
namespace {

Options annotating() {
  Options options;
  options.annotate = true;
  return options;
}

isa::Module uniform_module(unsigned seed) {
  return lower(ptx::parse(RandomUniformKernel(seed).text(), "random.ptx"), annotating());
}

constexpr RunShape kUniformShape{.blocks = 2, .threads = 48, .slot_bytes = kUniformSlotBytes};

/// Loses what is not live before some instructions: its lanes hold anything then.
class Losing {
 public:
  Losing(const isa::Program& program, unsigned seed) : random_(seed) {
    for (const Routine& routine : routines_of(program)) {
      functions_.push_back(std::make_unique<Function>(routine));
    }
    for (const isa::Function& function : program.functions) entries_.push_back(function.entry);
  }

  void operator()(exec::Warp& warp) {
    if (random_() % 4 != 0) return;
    const exec::StackEntry& path = warp.path();
    const Function& function = *functions_[path.function];
    const Pc pc = path.pc - entries_[path.function];
    const BitSet live = warp.parts[0].depth() > 1 ? function.points.live_apart(function.graph, pc)
                                                  : function.points.live[pc];
    for (ValueId value = 0; value < value_count(function.routine); ++value) {
      if (live.test(value)) continue;
      ++lost;
      if (value < function.routine.rows) {
        for (std::uint32_t& lane : warp.rows[path.row_base + value].lane) {
          lane = static_cast<std::uint32_t>(random_());
        }
      } else {
        warp.predicates[path.predicate_base + value - function.routine.rows] =
            static_cast<LaneMask>(random_());
      }
    }
  }

  std::uint64_t lost = 0;

 private:
  struct Function {
    explicit Function(const Routine& of)
        : routine(of),
          graph(routine),
          points(live_points(routine, graph, Liveness(routine, graph))) {}
    Routine routine;
    FlowGraph graph;
    LivePoints points;
  };
  std::mt19937 random_;
  std::vector<std::unique_ptr<Function>> functions_;
  std::vector<Pc> entries_;
};

TEST(AnnotationRuns, WhatIsNotLiveCanBeLost) {
  std::uint64_t lost = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    const isa::Module module = uniform_module(seed);
    const auto& program = module.kernels.at(0);
    const auto expected = run_warps(module, program, kUniformShape);
    Losing losing(*program, seed);
    ASSERT_EQ(run_warps(module, program, kUniformShape, {.before = std::ref(losing)}), expected)
        << "seed " << seed;
    lost += losing.lost;
  }
  EXPECT_GT(lost, 10000u);
}

TEST(AnnotationRuns, WhatIsNotLiveCanBeLostInFunctionsToo) {
  constexpr RunShape kShape{.blocks = 2, .threads = 48, .slot_bytes = kSlotBytes};
  for (unsigned seed = 0; seed < 60; ++seed) {
    const isa::Module module =
        lower(ptx::parse(RandomKernel(seed).text(), "random.ptx"), annotating());
    const auto& program = module.kernels.at(0);
    const auto expected = run_warps(module, program, kShape);
    Losing losing(*program, seed);
    ASSERT_EQ(run_warps(module, program, kShape, {.before = std::ref(losing)}), expected)
        << "seed " << seed;
  }
}

TEST(AnnotationRuns, ScalarsAgree) {
  exec::AnnotationCounts sum;
  for (unsigned seed = 0; seed < 400; ++seed) {
    const isa::Module module = uniform_module(seed);
    const auto executable = exec::make_checked_executable(*module.kernels.at(0));
    ASSERT_NO_THROW(
        run_warps(module, module.kernels.at(0), kUniformShape, {.executable = executable}))
        << "seed " << seed;
    const exec::AnnotationCounts counts = executable->scalar_check->take_counts();
    sum.instructions += counts.instructions;
    sum.scalar += counts.scalar;
    sum.scalar_convergent += counts.scalar_convergent;
  }
  // The kernels do exercise the analysis, and it finds more than the convergent-only one.
  EXPECT_GT(sum.scalar, sum.instructions / 20);
  EXPECT_GT(sum.scalar, sum.scalar_convergent + sum.instructions / 100);
}

TEST(AnnotationRuns, ScalarsOfOtherKernelsAgreeToo) {
  constexpr RunShape kShape{.blocks = 2, .threads = 48, .slot_bytes = kSlotBytes};
  for (unsigned seed = 0; seed < 60; ++seed) {
    const isa::Module module =
        lower(ptx::parse(RandomKernel(seed).text(), "random.ptx"), annotating());
    const auto executable = exec::make_checked_executable(*module.kernels.at(0));
    ASSERT_NO_THROW(run_warps(module, module.kernels.at(0), kShape, {.executable = executable}))
        << "seed " << seed;
  }
}

/// In the loop a thread's number, a word of its own, a counter and maybe an address are live.
isa::Module counting_kernel() {
  return lower(ptx::parse(".version 6.0\n.target sm_70\n.address_size 64\n"
                          ".entry k(.param .u64 out, .param .u64 in) {\n"
                          ".reg .pred %p; .reg .b32 %r<4>; .reg .b64 %d<4>;\n"
                          "mov.u32 %r0, %tid.x; ld.param.u64 %d0, [in]; mul.wide.u32 %d1, %r0, 4;\n"
                          "add.u64 %d2, %d0, %d1; ld.global.u32 %r1, [%d2]; mov.u32 %r2, 0;\n"
                          "again: add.u32 %r2, %r2, 1; setp.lt.u32 %p, %r2, 10; @%p bra again;\n"
                          "add.u32 %r3, %r0, %r1; add.u32 %r3, %r3, %r2;\n"
                          "ld.param.u64 %d3, [out]; st.global.u32 [%d3], %r3; ret; }\n",
                          "patterns.ptx"),
               annotating());
}

TEST(AnnotationRuns, RegistersAtPointsAreCountedByWhatTheyHold) {
  const isa::Module module = counting_kernel();
  const auto executable = exec::make_checked_executable(*module.kernels.at(0));
  run_warps(module, module.kernels.at(0), {.blocks = 1, .threads = 48}, {.executable = executable});
  const exec::AnnotationCounts counts = executable->scalar_check->take_counts();
  EXPECT_EQ(counts.points, 2u * 10);  // two warps, ten trips
  EXPECT_EQ(counts.strided_registers, counts.points);
  EXPECT_EQ(counts.live_registers - counts.uniform_registers - counts.strided_registers,
            counts.points);
  EXPECT_GE(counts.uniform_registers, counts.points);
  EXPECT_EQ(counts.regular_of_warps, counts.uniform_registers + counts.strided_registers);
  EXPECT_EQ(counts.stored_bytes,
            4 * counts.uniform_registers + 8 * counts.strided_registers + 128 * counts.points);
}

/// A thread's number in its row begins anew in the middle of a warp.
TEST(AnnotationRuns, RowsOfSixteenThreadsAreRegularAndTheirWarpsAreNot) {
  const isa::Module module = counting_kernel();
  const auto executable = exec::make_checked_executable(*module.kernels.at(0));
  run_warps(module, module.kernels.at(0), {.blocks = 1, .threads = 16, .rows = 4},
            {.executable = executable});
  const exec::AnnotationCounts counts = executable->scalar_check->take_counts();
  EXPECT_EQ(counts.points, 2u * 10);
  EXPECT_GE(counts.strided_registers, counts.points);
  EXPECT_EQ(counts.regular_of_warps, counts.uniform_registers);
}

/// A program whose vectors and scalars have the registers of their classes, scalars behind.
struct Recoloured {
  Recoloured(const isa::Program& of, bool keep_waiting) : program(of) {
    const Webs webs = separate_values(routines_of(of).at(0));
    Routine routine = webs.routine;
    mark_scalars(routine, find_uniformity(webs, Criterion::all, false));
    Routine together = routine;
    for (isa::Instruction& instruction : together.code) instruction.is_scalar = true;
    const Assignment classes = assign_classes(keep_waiting ? routine : together);
    first_scalar = classes.rows;
    first_scalar_predicate = classes.predicates;
    apply(classes, routine);
    program.code = routine.code;
    isa::Function& kernel = program.functions.at(0);
    kernel.rows = program.rows = routine.rows;
    kernel.predicates = program.predicates = routine.predicates;
  }

  /// Scalars have one copy: what a thread writes, all have.
  void share(exec::Warp& warp, const exec::Step& step) const {
    if (step.executed == 0) return;
    const auto lane = static_cast<unsigned>(std::countr_zero(step.executed));
    const isa::Instruction& instruction = program.code[step.pc];
    isa::for_each_destination_row(instruction, [&](const isa::Operand& to, unsigned rows) {
      if (to.index < first_scalar) return;
      for (unsigned i = 0; i < rows; ++i) {
        std::uint32_t* const row = warp.rows[to.index + i].lane;
        std::fill_n(row, kWarpSize, row[lane]);
      }
    });
    for (const isa::Operand& to : instruction.destinations) {
      if (to.kind != isa::OperandKind::predicate || to.index < first_scalar_predicate) continue;
      LaneMask& predicate = warp.predicates[to.index];
      predicate = (predicate >> lane & 1) != 0 ? kAllLanes : 0;
    }
  }

  isa::Program program;
  std::uint32_t first_scalar = 0, first_scalar_predicate = 0;
};

bool computes_the_same(unsigned seed, bool keep_waiting) {
  const isa::Module module = uniform_module(seed);
  const auto expected = run_warps(module, module.kernels.at(0), kUniformShape);
  const Recoloured recoloured(*module.kernels.at(0), keep_waiting);
  const auto share = [&](exec::Warp& warp, const exec::Step& step) {
    recoloured.share(warp, step);
  };
  const auto program = std::make_shared<const isa::Program>(recoloured.program);
  try {
    return run_warps(module, program, kUniformShape, {.after = share}) == expected;
  } catch (const exec::ExecutionFault&) {
    return false;
  }
}

TEST(AnnotationRuns, OneCopyOfEachScalarIsEnough) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    ASSERT_TRUE(computes_the_same(seed, true)) << "seed " << seed;
  }
}

TEST(AnnotationRuns, ButNotIfPathsTakeWhatWaitingOnesNeed) {
  unsigned broken = 0;
  for (unsigned seed = 0; seed < 400; ++seed) broken += !computes_the_same(seed, false);
  EXPECT_GT(broken, 0u);
}

TEST(AnnotationRuns, AFalseClaimIsFoundOut) {
  unsigned found = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const isa::Module module = uniform_module(seed);
    isa::Program wrong = *module.kernels.at(0);
    isa::Annotations claims = *wrong.annotations;
    for (Pc pc = 0; pc < wrong.code.size(); ++pc) {
      if (wrong.code[pc].op == isa::Op::sreg && !claims.scalar[pc]) claims.scalar[pc] = true;
    }
    wrong.annotations = std::make_shared<const isa::Annotations>(claims);
    const auto program = std::make_shared<const isa::Program>(wrong);
    try {
      run_warps(module, program, kUniformShape,
                {.executable = exec::make_checked_executable(*program)});
    } catch (const exec::ExecutionFault& fault) {
      EXPECT_EQ(fault.kind(), exec::FaultKind::not_scalar);
      EXPECT_NE(std::string(fault.what()).find("kernel `k`"), std::string::npos);
      EXPECT_NE(std::string(fault.what())
                    .find("result 0 is 0x0 in lane 0 and 0x1 in lane 1 (active lanes 0xffffffff)"),
                std::string::npos)
          << fault.what();
      ++found;
    }
  }
  EXPECT_EQ(found, 20u);
}

}  // namespace
}  // namespace heddle::compile
