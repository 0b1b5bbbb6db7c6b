// Programs with scalar registers, run: the same bits come out as without, and each scalar register
// could be one word a warp (exec/scalar_check).
#include <algorithm>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/step/fault.hpp"
#include "heddle/exec/step/scalar_check.hpp"
#include "lowering.hpp"
#include "random_kernel.hpp"
#include "random_uniform_kernel.hpp"
#include "warp_runs.hpp"

namespace heddle::compile {
namespace {

constexpr RunShape kSmallSlots{.blocks = 2, .threads = 48, .slot_bytes = kUniformSlotBytes};
constexpr RunShape kLargeSlots{.blocks = 2, .threads = 48, .slot_bytes = kSlotBytes};

constexpr bool Options::* kSwitches[] = {
    &Options::propagate_copies, &Options::fold_addresses, &Options::remove_dead_code,
    &Options::coalesce_moves,   &Options::narrow_halves,  &Options::split_pairs,
    &Options::limit_operands,   &Options::schedule,       &Options::hold_sources,
    &Options::unroll,           &Options::colour,         &Options::keep_stack_pointer,
    &Options::convert_branches, &Options::tidy_branches,  &Options::share_addresses,
    &Options::align_vectors,    &Options::count_hidden};

Options with_scalars(Scalars which, std::mt19937& random) {
  Options options;
  options.check_allocation = true;
  options.annotate = true;
  options.scalars = which;
  options.registers = RegisterCount::classes;
  if (random() % 2 == 0) return options;
  for (const auto pass : kSwitches) options.*pass = random() % 2 == 0;
  return options;
}

/// What the random kernels did, in sum.
struct Found {
  std::uint64_t instructions = 0, scalar = 0, scalar_registers = 0;
};

void run_both(const ptx::Module& parsed, const RunShape& shape, unsigned seed, Found& sum,
              std::uint32_t most_registers = 255) {
  const isa::Module plain = lower(parsed);
  const std::vector<std::uint8_t> expected = run_warps(plain, plain.kernels.at(0), shape);
  std::mt19937 random(seed);
  for (const Scalars which : {Scalars::all, Scalars::convergent}) {
    Options options = with_scalars(which, random);
    options.supply.most = most_registers;
    const isa::Module module = lower(parsed, options);
    const auto& program = module.kernels.at(0);
    const auto executable = exec::make_checked_executable(*program);
    ASSERT_EQ(run_warps(module, program, shape, {.executable = executable}), expected)
        << "seed " << seed;
    const exec::AnnotationCounts counts = executable->scalar_check->take_counts();
    sum.instructions += counts.instructions;
    sum.scalar += counts.scalar;
    sum.scalar_registers += program->scalar_registers;
  }
}

TEST(ScalarRuns, GiveTheSameBitsWithOneWordAWarp) {
  Found sum;
  for (unsigned seed = 0; seed < 250; ++seed) {
    run_both(ptx::parse(RandomUniformKernel(seed).text(), "random.ptx"), kSmallSlots, seed, sum);
  }
  EXPECT_GT(sum.scalar, sum.instructions / 20);
  EXPECT_GT(sum.scalar_registers, 1000u);
}

TEST(ScalarRuns, GiveTheSameBitsInFunctionsToo) {
  Found sum;
  for (unsigned seed = 0; seed < 80; ++seed) {
    run_both(ptx::parse(RandomKernel(seed).text(), "random.ptx"), kLargeSlots, seed, sum);
  }
  EXPECT_GT(sum.scalar, 0u);
}

/// Vectors go to local memory, scalars do not.
TEST(ScalarRuns, GiveTheSameBitsWhereVectorsSpill) {
  Found sum;
  for (unsigned seed = 0; seed < 60; ++seed) {
    run_both(ptx::parse(RandomUniformKernel(seed).text(), "random.ptx"), kSmallSlots, seed, sum,
             16);
    run_both(ptx::parse(RandomKernel(seed).text(), "random.ptx"), kLargeSlots, seed, sum, 16);
  }
  EXPECT_GT(sum.scalar_registers, 200u);
}

/// power(n) computes 5 * power(n - 1) + block + 3, power(0) the block's number; other() adds seven
/// times the block's number. Threads call with different depths, and different functions through a
/// pointer.
constexpr std::string_view kCalls = R"(
.func (.param .b32 out) power(.param .b32 n) {
  .reg .b32 %r<8>; .reg .pred %p<2>;
  ld.param.u32 %r0, [n];
  mov.u32 %r1, %ctaid.x;
  add.u32 %r2, %r1, 3;
  setp.eq.u32 %p0, %r0, 0;
  @%p0 bra base;
  sub.u32 %r3, %r0, 1;
  { .param .b32 a; st.param.b32 [a], %r3; .param .b32 b;
    call.uni (b), power, (a);
    ld.param.b32 %r4, [b]; }
  mad.lo.u32 %r5, %r4, 5, %r2;
  st.param.b32 [out], %r5;
  ret;
base:
  st.param.b32 [out], %r1;
  ret;
}
.func (.param .b32 out) other(.param .b32 n) {
  .reg .b32 %r<8>;
  ld.param.u32 %r0, [n];
  mov.u32 %r1, %ctaid.x;
  mul.lo.u32 %r2, %r1, 7;
  add.u32 %r3, %r0, %r2;
  st.param.b32 [out], %r3;
  ret;
}
.entry k(.param .u64 out, .param .u64 in) {
  .reg .b32 %r<16>; .reg .b64 %d<8>; .reg .pred %p<2>;
  ld.param.u64 %d0, [out];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mad.lo.u32 %r3, %r1, %r2, %r0;
  mul.wide.u32 %d1, %r3, 4;
  add.s64 %d0, %d0, %d1;
  add.u32 %r9, %r1, 100;
  and.b32 %r4, %r0, 3;
  setp.lt.u32 %p0, %r4, 2;
  mov.u64 %d2, power;
  mov.u64 %d3, other;
  selp.b64 %d4, %d2, %d3, %p0;
  { .param .b32 a; st.param.b32 [a], %r4; .param .b32 b;
    pr: .callprototype (.param .b32 _) _ (.param .b32 _);
    call (b), %d4, (a), pr;
    ld.param.b32 %r5, [b]; }
  { .param .b32 a; st.param.b32 [a], %r4; .param .b32 b;
    call.uni (b), power, (a);
    ld.param.b32 %r6, [b]; }
  mad.lo.u32 %r7, %r5, 1000, %r6;
  add.u32 %r7, %r7, %r9;
  st.global.u32 [%d0], %r7;
  exit;
}
)";

std::uint32_t power(std::uint32_t n, std::uint32_t block) {
  return n == 0 ? block : 5 * power(n - 1, block) + block + 3;
}

TEST(ScalarRuns, RecursionAndPointersKeepTheScalarsOfEachFrame) {
  constexpr RunShape kShape{.blocks = 3, .threads = 40, .slot_bytes = 4};
  Options options;
  options.check_allocation = true;
  options.annotate = true;
  options.scalars = Scalars::all;
  options.registers = RegisterCount::classes;
  const isa::Module module = lower_module(kCalls, options);
  const auto& program = module.kernels.at(0);
  for (const isa::Function& function : program->functions) {
    EXPECT_GT(function.scalar_rows, 0u) << function.name;
  }
  const auto executable = exec::make_checked_executable(*program);
  const auto bytes = run_warps(module, program, kShape, {.executable = executable});
  for (std::uint32_t block = 0; block < kShape.blocks; ++block) {
    for (std::uint32_t thread = 0; thread < kShape.threads; ++thread) {
      std::uint32_t result = 0;
      std::memcpy(&result, bytes.data() + 4 * (block * kShape.threads + thread), 4);
      const std::uint32_t n = thread & 3;
      const std::uint32_t called = n < 2 ? power(n, block) : n + 7 * block;
      EXPECT_EQ(result, called * 1000 + power(n, block) + block + 100) << block << ' ' << thread;
    }
  }
}

/// r1 waits for the threads on the other side while r2 is written.
constexpr std::string_view kOtherSideWaits =
    ".shared .align 4 .b8 words[16];\n"
    ".entry k(.param .u64 out, .param .u64 in) {\n"
    ".reg .b32 %r<8>; .reg .pred %p<2>;\n"
    "mov.u32 %r0, %tid.x;\n"
    "setp.lt.u32 %p0, %r0, 7;\n"
    "mov.u32 %r1, %ctaid.x;\n"
    "@%p0 bra other;\n"
    "mov.u32 %r2, %ctaid.y;\n"
    "st.shared.u32 [words], %r2;\n"
    "bra meet;\n"
    "other:\n"
    "st.shared.u32 [words+4], %r1;\n"
    "meet:\n"
    "exit;\n"
    "}\n";

TEST(ScalarRuns, AWordThatAnotherPathHasWrittenOverIsFoundOut) {
  Options options;
  options.annotate = true;
  options.scalars = Scalars::all;
  options.registers = RegisterCount::classes;
  const isa::Module module = lower_module(kOtherSideWaits, options);
  isa::Program wrong = *module.kernels.at(0);
  const isa::Function& function = wrong.functions.at(0);
  ASSERT_EQ(function.scalar_rows, 2u);
  const std::uint32_t first = function.vector_rows();
  for (isa::Instruction& instruction : wrong.code) {
    for (auto* operand : {&instruction.destinations[0], &instruction.sources[1]}) {
      if (operand->kind == isa::OperandKind::row && operand->index == first + 1) {
        operand->index = first;
      }
    }
  }
  const auto program = std::make_shared<const isa::Program>(wrong);
  constexpr RunShape kShape{.blocks = 2, .threads = 32, .slot_bytes = 4};
  try {
    run_warps(module, program, kShape, {.executable = exec::make_checked_executable(*program)});
    FAIL() << "nobody noticed";
  } catch (const exec::ExecutionFault& fault) {
    EXPECT_EQ(fault.kind(), exec::FaultKind::not_scalar);
    // Block 1: threads 0 to 6 still have ctaid.x in their lanes, the warp has ctaid.y.
    EXPECT_THAT(fault.what(),
                testing::HasSubstr("uses the scalar register s0, which is 0x1 in lane 0, but the "
                                   "warp has last written 0x0 to it (active lanes 0x0000007f)"));
  }
}

}  // namespace
}  // namespace heddle::compile
