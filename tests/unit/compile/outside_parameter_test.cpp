// Loads that leave a parameter: compilers write them where no thread comes. The module loads, and a
// thread that does come there faults.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/step/fault.hpp"
#include "lowering.hpp"
#include "warp_runs.hpp"

namespace heddle::compile {
namespace {

using testing::HasSubstr;

/// Threads below `bound` load by `load` into %r1; all threads store %r1, which is 7 before.
std::string kernel_that_loads(std::string_view load, unsigned bound) {
  return fmt::format(
      ".func g(.param .align 4 .b8 s[8]) {{\n"
      ".reg .b32 %r<2>;\n"
      "ld.param.u32 %r1, [s+8];\n"
      "ret; }}\n"
      ".visible .entry k(.param .u64 out, .param .align 4 .b8 s[8])\n"
      "{{\n"
      ".reg .pred %p<2>; .reg .b32 %r<6>; .reg .b64 %rd<4>;\n"
      "mov.u32 %r0, %tid.x; mov.u32 %r1, 7;\n"
      "ld.param.u64 %rd0, [out]; mul.wide.u32 %rd1, %r0, 4; add.s64 %rd2, %rd0, %rd1;\n"
      "setp.ge.u32 %p1, %r0, {};\n"
      "@%p1 bra done;\n"
      "{}\n"
      "done:\n"
      "st.global.u32 [%rd2], %r1;\n"
      "ret; }}\n",
      bound, load);
}

constexpr std::string_view kLoads[] = {
    "ld.param.u32 %r1, [s+8];",
    "ld.param.u32 %r1, [s+5];",
    "ld.param.u32 %r1, [s+-4];",
    "ld.param.u32 %r1, [s+65536];",
    "ld.param.v2.u32 {%r1, %r2}, [s+4];",
    "@!%p1 ld.param.u32 %r1, [s+8];",
    "mov.u64 %rd3, s; ld.param.u32 %r1, [%rd3+8];",
    "{ .param .align 4 .b8 p[8]; st.param.u32 [p], %r1; call g, (p); }"};

constexpr RunShape kShape{.blocks = 1, .threads = 40, .slot_bytes = 4};

class OutsideParameter : public testing::TestWithParam<std::string_view> {};

TEST_P(OutsideParameter, ChangesNothingWhereNoThreadComes) {
  for (const bool removes : {true, false}) {
    Options options;
    options.remove_dead_code = removes;
    const isa::Module module = lower_module(kernel_that_loads(GetParam(), 0), options);
    const auto out = run_warps(module, module.kernels.at(0), kShape);
    for (unsigned thread = 0; thread < kShape.threads; ++thread)
      ASSERT_EQ(out.at(4 * thread), 7) << thread;
  }
}

TEST_P(OutsideParameter, FaultsWhereAThreadComes) {
  const isa::Module module = lower_module(kernel_that_loads(GetParam(), 33));
  try {
    run_warps(module, module.kernels.at(0), kShape);
    FAIL() << "no fault";
  } catch (const exec::ExecutionFault& fault) {
    EXPECT_EQ(fault.kind(), exec::FaultKind::out_of_bounds);
    EXPECT_THAT(fault.what(), HasSubstr("thread [0,0,0], k.ptx:"));
    EXPECT_THAT(fault.what(), HasSubstr("is outside the parameter, which has 8 bytes"));
  }
}

INSTANTIATE_TEST_SUITE_P(Loads, OutsideParameter, testing::ValuesIn(kLoads));

TEST(OutsideParameterMessage, NamesTheBytesAndTheLine) {
  const isa::Module module =
      lower_module(kernel_that_loads("ld.param.v2.u32 {%r1, %r2}, [s+4];", 40));
  try {
    run_warps(module, module.kernels.at(0), kShape);
    FAIL() << "no fault";
  } catch (const exec::ExecutionFault& fault) {
    EXPECT_THAT(fault.what(), HasSubstr("k.ptx:15: load of 8 bytes at byte 4 is outside the "
                                        "parameter, which has 8 bytes"));
  }
}

}  // namespace
}  // namespace heddle::compile
