// Which branches back are marked as those of loops that may wait for other threads.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lowering.hpp"

namespace heddle::compile {
namespace {

/// The lines of the body, from 1, whose branches are marked.
std::vector<unsigned> waiting_lines(const std::string& body, const std::string& before = "",
                                    const Options& options = {}) {
  constexpr unsigned kFirst = 11;  // of the body, see kernel()
  const isa::Module module = lower_module(kernel(body) + before, options);
  std::vector<unsigned> lines;
  for (const isa::Instruction& instruction : module.kernels[0]->code)
    if (instruction.may_spin) lines.push_back(instruction.line - kFirst + 1);
  return lines;
}

using Lines = std::vector<unsigned>;

const std::string kBegin =
    "ld.param.u64 %rd1, [a];\n"
    "ld.param.u32 %r9, [n];\n";

TEST(WaitingLoops, ALockIsTriedAgain) {
  EXPECT_EQ(waiting_lines(kBegin + "again: atom.global.cas.b32 %r1, [%rd1], 0, 1;\n"
                                   "setp.ne.u32 %p1, %r1, 0;\n"
                                   "@%p1 bra again;\n"
                                   "ret;\n"),
            Lines{5});
}

TEST(WaitingLoops, AFlagIsReadAgain) {
  for (const char* load : {"ld.volatile.global.u32", "ld.relaxed.gpu.global.u32",
                           "ld.acquire.gpu.global.u32", "ld.global.cv.u32", "ld.global.cg.u32"})
    EXPECT_EQ(waiting_lines(kBegin + "again: " + load +
                            " %r1, [%rd1];\n"
                            "setp.eq.u32 %p1, %r1, 0;\n"
                            "@%p1 bra again;\n"
                            "ret;\n"),
              Lines{5})
        << load;
}

TEST(WaitingLoops, AWeakLoadIsReadAgainOnlyBehindAFence) {
  const std::string load = kBegin + "again: ld.global.u32 %r1, [%rd1];\n";
  const std::string rest =
      "setp.eq.u32 %p1, %r1, 0;\n"
      "@%p1 bra again;\n"
      "ret;\n";
  EXPECT_EQ(waiting_lines(load + rest), Lines{});
  EXPECT_EQ(waiting_lines(load + "membar.gl;\n" + rest), Lines{6});
}

// The end of the loop does not depend on the result of its atomic.
TEST(WaitingLoops, ACountedLoopDoesNotWait) {
  const std::string body = kBegin +
                           "mov.u32 %r2, 0;\n"
                           "again: atom.global.add.u32 %r1, [%rd1], 1;\n"
                           "setp.ne.u32 %p2, %r1, 7;\n"
                           "@%p2 bra skip;\n"
                           "st.global.u32 [%rd1+8], %r2;\n"
                           "skip: add.u32 %r2, %r2, 1;\n"
                           "setp.lt.u32 %p1, %r2, %r9;\n"
                           "@%p1 bra again;\n"
                           "ret;\n";
  EXPECT_EQ(waiting_lines(body), Lines{});
}

// A flag that is set where the atomic succeeded ends the loop: while (!done) if (take()) done = 1.
TEST(WaitingLoops, AVariableCarriesTheResult) {
  EXPECT_EQ(waiting_lines(kBegin + "mov.u32 %r2, 0;\n"
                                   "again: atom.global.cas.b32 %r1, [%rd1], 0, 1;\n"
                                   "setp.ne.u32 %p2, %r1, 0;\n"
                                   "@%p2 bra skip;\n"
                                   "st.global.u32 [%rd1+8], %r9;\n"
                                   "mov.u32 %r2, 1;\n"
                                   "skip: setp.eq.u32 %p1, %r2, 0;\n"
                                   "@%p1 bra again;\n"
                                   "ret;\n"),
            Lines{10});
}

// The inner loop waits; the outer one counts. Each turn of the outer one is not a turn of waiting.
TEST(WaitingLoops, OnlyTheLoopThatWaitsIsMarked) {
  EXPECT_EQ(waiting_lines(kBegin + "mov.u32 %r2, 0;\n"
                                   "outer: add.u32 %r2, %r2, 1;\n"
                                   "again: atom.global.cas.b32 %r1, [%rd1], 0, 1;\n"
                                   "setp.ne.u32 %p1, %r1, 0;\n"
                                   "@%p1 bra again;\n"
                                   "st.global.u32 [%rd1+8], %r2;\n"
                                   "atom.global.exch.b32 %r3, [%rd1], 0;\n"
                                   "setp.lt.u32 %p2, %r2, %r9;\n"
                                   "@%p2 bra outer;\n"
                                   "ret;\n"),
            Lines{7});
}

TEST(WaitingLoops, TheResultOfACallMayBeThatOfAnAtomic) {
  const std::string callee =
      ".func (.param .b32 r) take(.param .b64 p)\n"
      "{ .reg .b32 %r<3>; .reg .b64 %rd<3>;\n"
      "ld.param.u64 %rd1, [p]; atom.cas.b32 %r1, [%rd1], 0, 1; st.param.b32 [r], %r1; ret; }\n";
  const isa::Module module = lower_module(callee + kernel(kBegin + "again: {\n"
                                                                   ".param .b64 x; .param .b32 y;\n"
                                                                   "st.param.b64 [x], %rd1;\n"
                                                                   "call.uni (y), take, (x);\n"
                                                                   "ld.param.b32 %r1, [y];\n"
                                                                   "}\n"
                                                                   "setp.ne.u32 %p1, %r1, 0;\n"
                                                                   "@%p1 bra again;\n"
                                                                   "ret;\n"));
  unsigned marked = 0;
  for (const isa::Instruction& instruction : module.kernels[0]->code)
    marked += instruction.may_spin ? 1 : 0;
  EXPECT_EQ(marked, 1u);
}

}  // namespace
}  // namespace heddle::compile
