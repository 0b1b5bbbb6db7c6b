#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lowering.hpp"

namespace heddle::compile {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Lowers one instruction with the folding passes on, its results kept alive by stores.
TEST(Lowering, VectorAdditionFoldsParametersAndAddresses) {
  EXPECT_THAT(
      lowered(R"(
    ld.param.u64 %rd0, [a];
    ld.param.u32 %r0, [n];
    cvta.to.global.u64 %rd1, %rd0;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mad.lo.s32 %r4, %r2, %r3, %r1;
    setp.ge.s32 %p0, %r4, %r0;
    @%p0 bra $done;
    mul.wide.s32 %rd2, %r4, 4;
    add.s64 %rd3, %rd1, %rd2;
    add.s64 %rd4, %rd3, 16;
    ld.global.f32 %f0, [%rd4+4];
    add.f32 %f1, %f0, 0f3F800000;
    st.global.f32 [%rd3], %f1;
$done:
    ret;
)"),
      ElementsAre("sreg.u32 r0 = tid_x", "sreg.u32 r1 = ctaid_x", "mad_lo_b32 r0 = r1, ntid_x, r0",
                  "setp_s32.ge p0 = r0, param[16]", "@p0 bra 9, meet 9",
                  "mad_wide_s32 r2:3 = r0, 4, param[0]", "ld.global.f32 r0 = [r2:3 + 20]",
                  "add_f32 r0 = r0, 1065353216", "st.global.f32 [r2:3], r0", "exit"));
}

TEST(Lowering, SpecialRegistersAreWordsOfTheLaunchOrReads) {
  EXPECT_THAT(lowered("mov.u32 %r0, %nctaid.y; mov.u32 %r1, %laneid; mov.u64 %rd0, %clock64;"
                      "mov.u32 %r2, WARP_SZ; mov.u32 %r3, %envreg3; ret;",
                      plain()),
              ElementsAre("mov_b32 r0 = nctaid_y", "sreg.u32 r6 = laneid", "mov_b32 r1 = r6",
                          "sreg.u64 r7:8 = clock64", "mov_b64 r2:3 = r7:8", "mov_b32 r4 = 32",
                          "mov_b32 r5 = 0", "exit"));
}

TEST(Lowering, ConversionsBetweenIntegersOfWordsAreMoves) {
  EXPECT_THAT(lowered("cvt.u64.u32 %rd0, %r0; cvt.s64.s32 %rd1, %r0; cvt.u32.u64 %r1, %rd1;"
                      "cvt.u16.u32 %rs0, %r0; cvt.s64.s16 %rd2, %rs0; cvt.u32.u16 %r2, %rs0; ret;",
                      plain()),
              ElementsAre("mov_b32 r0 = r2", "mov_b32 r1 = 0",           // u64.u32
                          "mov_b32 r3 = r2", "shr_s32 r4 = r3, 31",      // s64.s32
                          "mov_b32 r5 = r3",                             // u32.u64
                          "mov_b32 r6 = r2",                             // u16.u32
                          "cvt.s32.s16 r7 = r6", "shr_s32 r8 = r7, 31",  // s64.s16
                          "cvt.u32.u16 r9 = r6", "exit"));
}

TEST(Lowering, LoadsIntoWiderRegistersExtend) {
  EXPECT_THAT(
      lowered("ld.global.s32 %rd1, [%rd0]; ld.global.u8 %rd2, [%rd0]; st.global.u32 [%rd0],"
              "%rd1; ret;",
              plain()),
      ElementsAre("ld.global.s32 r0 = [r2:3]", "shr_s32 r1 = r0, 31", "ld.global.u8 r4 = [r2:3]",
                  "mov_b32 r5 = 0", "st.global.u32 [r2:3], r0", "exit"));
}

TEST(Lowering, VectorMovesPackAndUnpack) {
  EXPECT_THAT(lowered("mov.b64 %rd0, {%r0, %r1}; mov.b64 {%r2, %r3}, %rd0;"
                      "mov.b32 %r4, {%rs0, %rs1}; mov.b32 {%rs2, _}, %r4; mov.b32 {_, %rs3}, %r4;"
                      "ret;",
                      plain()),
              ElementsAre("mov_b32 r0 = r2", "mov_b32 r1 = r3", "mov_b32 r4 = r0",
                          "mov_b32 r5 = r1", "prmt_b32 r6 = r7, r8, 21520", "mov_b32 r9 = r6",
                          "shr_u32 r10 = r6, 16", "exit"));
}

TEST(Lowering, AddressConversionsAddTheWindow) {
  const auto lines = lowered(
      "cvta.shared.u64 %rd1, %rd0; cvta.to.local.u64 %rd2, %rd0; cvta.global.u64 %rd3, %rd0; ret;",
      plain());
  EXPECT_THAT(lines, ElementsAre("add_b64 r0:1 = r2:3, 16777216", "add_b64 r4:5 = r2:3, -33554432",
                                 "mov_b64 r6:7 = r2:3", "exit"));
}

TEST(Lowering, SymbolsOfEverySpace) {
  const auto lines = lines_of(lower_module(
      ".global .align 4 .b8 g[64];\n.const .align 4 .u32 c;\n.shared .align 4 .b8 s[12];\n"
      ".shared .align 16 .b8 t[16];\n.extern .shared .align 16 .b8 dynamic[];\n" +
          kernel(".local .align 8 .b8 frame[16]; .local .align 4 .b8 second[4];"
                 "mov.u64 %rd0, g; mov.u64 %rd1, t; mov.u64 %rd2, dynamic; mov.u64 %rd3, second;"
                 "ld.global.u32 %r0, [g+8]; ld.const.u32 %r1, [c]; ld.shared.u32 %r2, [s+4];"
                 "ld.local.u32 %r3, [second]; ret;"),
      plain()));
  EXPECT_THAT(
      lines, ElementsAre("mov_b64 r0:1 = g", "mov_b64 r2:3 = 16", "mov_b64 r4:5 = 32",
                         "mov_b64 r6:7 = 16", "ld.global.u32 r8 = [g + 8]", "ld.const.u32 r9 = [c]",
                         "ld.shared.u32 r10 = [4]", "ld.local.u32 r11 = [16]", "exit"));
}

TEST(Lowering, SharedMemoryIsLaidOutPerKernel) {
  const isa::Module module = lower_module(
      ".shared .align 4 .b8 s[12];\n.shared .align 16 .b8 t[16];\n.extern .shared .align 16 .b8 "
      "dynamic[];\n"
      ".entry uses_s() { .reg .b32 %r<2>; ld.shared.u32 %r0, [s]; ret; }\n"
      ".entry uses_all() { .reg .b32 %r<4>; ld.shared.u32 %r0, [s]; ld.shared.u32 %r1, [t];"
      " ld.shared.u32 %r2, [dynamic]; ret; }\n"
      ".entry uses_none() { ret; }\n");
  EXPECT_EQ(module.kernels[0]->shared_bytes, 12u);
  EXPECT_EQ(module.kernels[1]->shared_bytes, 32u);
  EXPECT_EQ(module.kernels[2]->shared_bytes, 0u);
}

TEST(Lowering, NarrowParametersAreExtendedAtLaunch) {
  const isa::Module module = lower_module(
      ".entry k(.param .u8 c, .param .s16 s, .param .align 8 .b8 block[16]) {\n"
      ".reg .b16 %rs<4>; .reg .b32 %r<4>; .reg .b64 %rd<4>;\n"
      "ld.param.s8 %r0, [c]; ld.param.u16 %r1, [s]; ld.param.v2.u32 {%r2, %r3}, [block+8];\n"
      "st.global.v4.u32 [%rd0], {%r0, %r1, %r2, %r3}; ret; }\n");
  EXPECT_THAT(
      lines_of(module),
      ElementsAre("st.global.v4.u32 [r0:1], param.s8[0], param.u16[2], param[16], param[20]",
                  "exit"));
  EXPECT_EQ(module.kernels[0]->parameter_bytes, 24u);
}

TEST(Lowering, ParametersAreReadByComputedAddressToo) {
  EXPECT_THAT(
      lowered("mov.u64 %rd0, a; add.s64 %rd1, %rd0, %rd5; ld.param.u32 %r0, [%rd1+4];"
              "mov.u64 %rd2, b; ld.param.u32 %r1, [%rd2+4];"
              "st.global.v2.u32 [%rd5], {%r0, %r1}; ret;"),
      ElementsAre("ld.param.u32 r2 = [r0 + 4]", "st.global.v2.u32 [r0:1], r2, param[12]", "exit"));
}

TEST(Lowering, ComparisonsAndPredicates) {
  EXPECT_THAT(lowered("setp.lt.and.s32 %p0|%p1, %r0, %r1, !%p2; selp.b32 %r2, %r0, 7, %p0;"
                      "@!%p1 mov.u32 %r3, 1; vote.sync.ballot.b32 %r4, !%p0, 0xffffffff;"
                      "lop3.b32 %r5, %r0, %r1, %r2, 0x96; ret;",
                      plain()),
              ElementsAre("setp_s32.lt.and p0, p1 = r0, r1, !p2", "selp_b32 r2 = r0, 7, p0",
                          "@!p1 mov_b32 r3 = 1", "vote_ballot r4 = !p0, -1",
                          "lop3_b32 r5 = r0, r1, r2, 0x96", "exit"));
}

TEST(Lowering, BarriersAndShuffles) {
  EXPECT_THAT(
      lowered("bar.sync 0; barrier.sync 1, 64; bar.red.popc.u32 %r0, 2, !%p0;"
              "bar.red.and.pred %p1, 3, 32, %p0; shfl.sync.bfly.b32 %r1|%p2, %r0, 1, 31, -1; ret;",
              plain()),
      ElementsAre("bar_sync 0", "bar_sync.unaligned 1, 64", "bar_red_popc r0 = 2, !p0",
                  "bar_red_pred.and p1 = 3, 32, p0", "shfl.bfly r1, p2 = r0, 1, 31, -1", "exit"));
}

TEST(Lowering, BranchTables) {
  const isa::Module module = lower_module(
      kernel("t: .branchtargets x, y; brx.idx %r0, t;\nx: mov.u32 %r1, 1;\ny: ret;"), plain());
  EXPECT_THAT(lines_of(module),
              ElementsAre("brx_idx r0, table 0, meet 2", "mov_b32 r1 = 1", "exit"));
  EXPECT_THAT(module.kernels[0]->branch_tables, ElementsAre(ElementsAre(1u, 2u)));
}

TEST(Lowering, TexturesByObjectAndByReference) {
  EXPECT_THAT(
      lines_of(lower_module(
          ".global .texref t;\n" +
              kernel("tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [t, {%f4, %f5}];"
                     "tex.1d.v4.s32.s32 {%r0, _, _, _}, [%rd0, {%r1}];"
                     "tex.level.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%rd0, {%f4, %f5}], %f6; ret;"),
          plain())),
      ElementsAre("tex.2d.v4.f32.f32 r0, r1, r2, r3 = t, r4, r5",
                  "tex.1d.v4.s32.s32 r6, r11, r12, r13 = r7:8, r9",
                  "tex_level.2d.v4.f32.f32 r0, r1, r2, r3 = r7:8, r4, r5, r10", "exit"));
}

TEST(Lowering, BoundsOfTheKernel) {
  const isa::Module module = lower_module(
      ".entry k() .maxntid 16, 8, 2 .minnctapersm 3 { ret; }\n.entry m() .reqntid 32 { ret; }\n");
  EXPECT_EQ(module.kernels[0]->max_threads, 256u);
  EXPECT_EQ(module.kernels[0]->min_blocks, 3u);
  EXPECT_EQ(module.kernels[1]->required_block, (Dim3{32, 1, 1}));
  // 65536 x 65536 are 2^32, which is not "no bound".
  const isa::Module wide = lower_module(".entry k() .maxntid 65536, 65536 { ret; }\n");
  EXPECT_EQ(wide.kernels[0]->max_threads, 1u << 31);
}

TEST(Lowering, EveryPtxInstructionIsCountedOnce) {
  const isa::Module module = lower_module(kernel(R"(
    ld.param.u64 %rd0, [a];
    cvta.to.global.u64 %rd1, %rd0;
    add.s64 %rd2, %rd1, 8;
    cvt.s64.s32 %rd3, %r0;
    st.global.u64 [%rd2], %rd3;
    mov.u32 %r5, 3;
    bra $end;
$end:
    ret;
)"));
  unsigned counted = 0;
  for (const isa::Instruction& instruction : module.kernels[0]->code) {
    counted += instruction.ptx_instructions;
  }
  EXPECT_EQ(counted, 8u);
}

TEST(Lowering, InstructionsKnowTheirLine) {
  const isa::Module module =
      lower_module(kernel("mov.u32 %r0, %tid.x;\nst.global.u32 [%rd0], %r0;\nret;\n"));
  ASSERT_EQ(module.kernels[0]->code.size(), 3u);
  EXPECT_EQ(module.kernels[0]->code[0].line, 11u);
  EXPECT_EQ(module.kernels[0]->code[1].line, 12u);
  EXPECT_EQ(module.kernels[0]->code[2].line, 13u);
}

}  // namespace
}  // namespace heddle::compile
