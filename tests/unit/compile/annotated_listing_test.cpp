#include "heddle/isa/annotated_listing.hpp"

#include <gtest/gtest.h>

#include "lowering.hpp"

namespace heddle::compile {
namespace {

std::string annotated(std::string_view body) {
  Options options = plain();
  options.annotate = true;
  const isa::Module module = lower_module(kernel(body), options);
  return isa::annotated_listing(*module.kernels.at(0), module.variables);
}

TEST(AnnotatedListing, ShowsEveryAnnotationBesideTheCode) {
  // r0 is the thread's number, r1 a counter; threads leave the loop apart, by r0. Inside it the
  // active ones agree on r1, and nobody reads it behind: a scalar, but not where the
  // convergent-only rule forbids scalars in the whole loop. So its first value (2) is a scalar by
  // the full rule only, too. r2, through which tid.x comes, dies before r1 begins: two registers
  // without classes. While threads are apart in the loop, those in it need r0 and r1, those behind
  // r0.
  EXPECT_EQ(
      annotated("mov.u32 %r0, %tid.x;\n"
                "mov.u32 %r1, 0;\n"
                "loop:\n"
                "add.u32 %r1, %r1, 1;\n"
                "bar.sync 0;\n"
                "setp.lt.u32 %p0, %r1, %r0;\n"
                "@%p0 bra loop;\n"
                "st.shared.u32 [4], %r0;\n"
                "exit;\n"),
      "kernel k: registers 3, predicates 1, shared 0, local 0\n"
      "  register classes: 1 vectors and 1 scalars, 33 a warp (convergent only: 2 and 0, 64; "
      "without scalars: 2, 64)\n"
      "  a warp that waits keeps: 2 registers of each thread, 12 B with regular ones compressed\n"
      "  can be discarded: always\n"
      "  loop 0: from 3 to 6, begins at 3, depth 1, innermost\n"
      "   pc scalar live apart loop\n"
      "    0 .          0     0       sreg.u32 r2 = tid_x\n"
      "    1 .          1     1       mov_b32 r0 = r2\n"
      "    2 s          1     1       mov_b32 r1 = 0\n"
      "    3 s          2     2 0 [   add_b32 r1 = r1, 1\n"
      "    4          bar.pp in loop 0: live r0 r1, apart r0 r1\n"
      "    4 s          2     2 0     bar_sync 0\n"
      "    5 .          2     2 0     setp_u32.lt p0 = r1, r0\n"
      "    6 .          2     2 0 ]   @p0 bra 3, loop, meet 7\n"
      "    7 .          1     1       st.shared.u32 [4], r0\n"
      "    8 S          0     0       exit\n");
}

TEST(AnnotatedListing, NamesTheRegistersOfEachClass) {
  // The same kernel with a class of scalars: r1 is one, and the thread's number needs no move.
  Options options;
  options.annotate = true;
  options.scalars = Scalars::all;
  options.registers = RegisterCount::classes;
  const isa::Module module = lower_module(kernel("mov.u32 %r0, %tid.x;\n"
                                                 "mov.u32 %r1, 0;\n"
                                                 "loop:\n"
                                                 "add.u32 %r1, %r1, 1;\n"
                                                 "bar.sync 0;\n"
                                                 "setp.lt.u32 %p0, %r1, %r0;\n"
                                                 "@%p0 bra loop;\n"
                                                 "st.shared.u32 [4], %r0;\n"
                                                 "exit;\n"),
                                          options);
  EXPECT_EQ(
      isa::annotated_listing(*module.kernels.at(0), module.variables),
      "kernel k: registers 1 and 1 a warp, predicates 1, shared 0, local 0\n"
      "  register classes: 1 vectors and 1 scalars, 33 a warp (convergent only: 2 and 0, 64; "
      "without scalars: 2, 64)\n"
      "  a warp that waits keeps: 2 registers of each thread, 12 B with regular ones compressed\n"
      "  can be discarded: always\n"
      "  loop 0: from 2 to 5, begins at 2, depth 1, innermost\n"
      "   pc scalar live apart loop\n"
      "    0 .          0     0       sreg.u32 r0 = tid_x\n"
      "    1 s          1     1       s_mov_b32 s0 = 0\n"
      "    2 s          2     2 0 [   s_add_b32 s0 = s0, 1\n"
      "    3          bar.pp in loop 0: live r0 s0, apart r0 s0\n"
      "    3 s          2     2 0     s_bar_sync 0\n"
      "    4 .          2     2 0     setp_u32.lt p0 = s0, r0\n"
      "    5 .          2     2 0 ]   @p0 bra 2, loop, meet 6\n"
      "    6 .          1     1       st.shared.u32 [4], r0\n"
      "    7 S          0     0       s_exit\n");
}

TEST(AnnotatedListing, TellsThreadsThatAreApartFromOne) {
  // One path reads r1, the other r2: one thread needs one of them, the warp both.
  const std::string text = annotated(
      "mov.u32 %r0, %tid.x;\n"
      "setp.lt.u32 %p0, %r0, 7;\n"
      "mov.u32 %r1, 1;\n"
      "mov.u32 %r2, 2;\n"
      "@%p0 bra other;\n"
      "st.shared.u32 [4], %r1;\n"
      "bra meet;\n"
      "other:\n"
      "st.shared.u32 [4], %r2;\n"
      "meet:\n"
      "exit;\n");
  EXPECT_NE(text.find("    6 s          1     2       st.shared.u32 [4], r1\n"
                      "    7 s          0     2       bra 9, meet 9\n"
                      "    8 s          1     2       st.shared.u32 [4], r2\n"
                      "    9 S          0     0       exit\n"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace heddle::compile
