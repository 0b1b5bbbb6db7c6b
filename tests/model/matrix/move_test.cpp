// ldmatrix, stmatrix and movmatrix, and what matrix instructions refuse.
#include <cstring>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "warp_kernel.hpp"

namespace heddle::test {
namespace {

using ::testing::HasSubstr;

compile::Options options_for(unsigned capability, bool refuses = true) {
  compile::Options options;
  options.capability = capability;
  options.refuse_missing = refuses;
  return options;
}

/// The element of row `row` and column `column` of a matrix in shared memory.
std::uint16_t element(unsigned matrix, unsigned row, unsigned column) {
  return static_cast<std::uint16_t>(matrix << 12 | row << 8 | column);
}

/// The rows of four matrices lie 48 bytes apart, out of order: row r of matrix m is the
/// (37 * (8 * m + r) % 32)-th.
unsigned place_of_row(unsigned matrix, unsigned row) { return 48 * (37 * (8 * matrix + row) % 32); }

std::vector<std::uint8_t> shared_image() {
  std::vector<std::uint8_t> bytes(2048, 0xEE);
  for (unsigned matrix = 0; matrix < 4; ++matrix) {
    for (unsigned row = 0; row < 8; ++row) {
      for (unsigned column = 0; column < 8; ++column) {
        const std::uint16_t value = element(matrix, row, column);
        std::memcpy(bytes.data() + place_of_row(matrix, row) + 2 * column, &value, 2);
      }
    }
  }
  return bytes;
}

/// Copies 2048 bytes from `in` to shared memory, and computes each lane's row address: %r5 as an
/// offset in shared memory, %rd5 as a generic address.
std::string prologue() {
  std::string text = "mov.u32 %r1, tile;\nmad.wide.u32 %rd2, %r0, 64, %rd0;\n";
  text += "mad.lo.u32 %r2, %r0, 64, %r1;\n";
  for (unsigned i = 0; i < 16; ++i)
    text += fmt::format("ld.global.b32 %r4, [%rd2+{0}];\nst.shared.b32 [%r2+{0}], %r4;\n", 4 * i);
  text += "bar.sync 0;\nmul.lo.u32 %r3, %r0, 37;\nand.b32 %r3, %r3, 31;\n";
  return text +
         "mad.lo.u32 %r5, %r3, 48, %r1;\ncvt.u64.u32 %rd4, %r5;\ncvta.shared.u64 %rd5, %rd4;\n";
}

TEST(LoadMatrix, EachLaneGetsItsPairs) {
  for (const unsigned count : {1u, 2u, 4u}) {
    for (const bool turns : {false, true}) {
      for (const bool is_generic : {false, true}) {
        std::string list;
        for (unsigned i = 0; i < count; ++i)
          list += fmt::format("{}%r{}", i == 0 ? "" : ", ", 10 + i);
        std::string body = prologue();
        body += fmt::format("ldmatrix.sync.aligned.m8n8.x{}{}{}.b16 {{{}}}, [{}];\n", count,
                            turns ? ".trans" : "", is_generic ? "" : ".shared", list,
                            is_generic ? "%rd5" : "%r5");
        body += "mad.wide.u32 %rd3, %r0, 16, %rd1;\n";
        for (unsigned i = 0; i < count; ++i)
          body += fmt::format("st.global.b32 [%rd3+{}], %r{};\n", 4 * i, 10 + i);
        const auto out = run_body(body, shared_image(), 512, options_for(75));
        for (unsigned lane = 0; lane < 32; ++lane) {
          for (unsigned i = 0; i < count; ++i) {
            for (unsigned half = 0; half < 2; ++half) {
              std::uint16_t got;
              std::memcpy(&got, out.data() + 16 * lane + 4 * i + 2 * half, 2);
              // PTX ISA, ldmatrix: thread t has row t / 4, columns 2 * (t % 4) and the next.
              const unsigned row = lane / 4, column = 2 * (lane % 4) + half;
              ASSERT_EQ(got, turns ? element(i, column, row) : element(i, row, column)) << body;
            }
          }
        }
      }
    }
  }
}

TEST(StoreMatrix, IsTheOppositeOfLoadMatrix) {
  for (const bool turns : {false, true}) {
    const char* trans = turns ? ".trans" : "";
    std::string body = prologue();
    body += fmt::format(
        "ldmatrix.sync.aligned.m8n8.x4{}.shared.b16 {{%r10, %r11, %r12, %r13}}, [%r5];\n"
        "add.u32 %r6, %r5, 4096;\n"
        "stmatrix.sync.aligned.m8n8.x4{}.shared.b16 [%r6], {{%r10, %r11, %r12, %r13}};\n"
        "bar.sync 0;\nmad.wide.u32 %rd3, %r0, 64, %rd1;\n",
        trans, trans);
    for (unsigned i = 0; i < 16; ++i)
      body += fmt::format("ld.shared.b32 %r4, [%r2+{}];\nst.global.b32 [%rd3+{}], %r4;\n",
                          4096 + 4 * i, 4 * i);
    const auto out = run_body(body, shared_image(), 2048, options_for(90));
    for (unsigned matrix = 0; matrix < 4; ++matrix) {
      for (unsigned row = 0; row < 8; ++row) {
        for (unsigned column = 0; column < 8; ++column) {
          std::uint16_t got;
          std::memcpy(&got, out.data() + place_of_row(matrix, row) + 2 * column, 2);
          ASSERT_EQ(got, element(matrix, row, column));
        }
      }
    }
  }
}

/// wmma.load and wmma.store in shared memory, whose addresses have 32 bits: a matrix goes from rows
/// that are 24 floats apart to columns that are 20 floats apart.
TEST(WmmaInSharedMemory, MovesAMatrix) {
  std::string body =
      "mov.u32 %r1, tile;\nmad.wide.u32 %rd2, %r0, 48, %rd0;\nmad.lo.u32 %r2, %r0, 48, %r1;\n";
  for (unsigned i = 0; i < 12; ++i)
    body += fmt::format("ld.global.b32 %r4, [%rd2+{0}];\nst.shared.b32 [%r2+{0}], %r4;\n", 4 * i);
  body +=
      "bar.sync 0;\n"
      "wmma.load.c.sync.aligned.row.m16n16k16.shared.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, "
      "[%r1], "
      "24;\n"
      "wmma.store.d.sync.aligned.col.m16n16k16.shared.f32 [tile+4096], {%f0, %f1, %f2, %f3, %f4, "
      "%f5, %f6, "
      "%f7}, 20;\n"
      "bar.sync 0;\nmad.wide.u32 %rd3, %r0, 40, %rd1;\nmad.lo.u32 %r2, %r0, 40, %r1;\n";
  for (unsigned i = 0; i < 10; ++i)
    body += fmt::format("ld.shared.b32 %r4, [%r2+{}];\nst.global.b32 [%rd3+{}], %r4;\n",
                        4096 + 4 * i, 4 * i);
  std::vector<std::uint8_t> in(1536);
  for (std::uint32_t i = 0; i < 384; ++i) std::memcpy(in.data() + 4 * i, &i, 4);
  const auto out = run_body(body, in, 1280, options_for(70));
  for (unsigned row = 0; row < 16; ++row) {
    for (unsigned column = 0; column < 16; ++column) {
      std::uint32_t got;
      std::memcpy(&got, out.data() + 4 * (20 * column + row), 4);
      ASSERT_EQ(got, 24 * row + column);
    }
  }
}

TEST(MoveMatrix, Transposes) {
  // Lane t holds the elements (t / 4, 2 * (t % 4)) and its right neighbour, numbered by rows.
  const std::string body =
      "shl.b32 %r1, %r0, 1;\nadd.u32 %r2, %r1, 1;\nshl.b32 %r2, %r2, 16;\nor.b32 %r1, %r1, %r2;\n"
      "movmatrix.sync.aligned.m8n8.trans.b16 %r3, %r1;\n"
      "mad.wide.u32 %rd3, %r0, 4, %rd1;\nst.global.b32 [%rd3], %r3;\n";
  const auto out = run_body(body, {}, 128, options_for(75));
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned half = 0; half < 2; ++half) {
      std::uint16_t got;
      std::memcpy(&got, out.data() + 4 * lane + 2 * half, 2);
      const unsigned row = lane / 4, column = 2 * (lane % 4) + half;
      ASSERT_EQ(got, 8 * column + row);
    }
  }
}

constexpr const char* kMma =
    "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r1, %r2}, {%r3}, "
    "{%f0, %f1, %f2, %f3};\nst.global.f32 [%rd1], %f0;\n";

std::string refused(const std::string& body, unsigned capability = 80) {
  return error_of_body(body, options_for(capability));
}

TEST(Refusals, ShapesThatDoNotExistNameThoseThatDo) {
  EXPECT_THAT(
      refused("mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r1, "
              "%r2, %r3, %r4}, {%r5, %r6}, {%f0, %f1, %f2, %f3};"),
      HasSubstr("does not exist: these types have the shapes m8n8k4, m16n8k8, m16n8k16"));
  EXPECT_THAT(
      refused("mma.sync.aligned.m16n8k16.row.col.f16.bf16.bf16.f16 {%r1, %r2}, {%r1, %r2, %r3, "
              "%r4}, {%r5, %r6}, {%r1, %r2};"),
      HasSubstr("this shape has elements of the types f16, bf16, u8 and s8"));
  EXPECT_THAT(
      refused("mma.sync.aligned.m16n8k8.col.row.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r1, "
              "%r2}, {%r3}, {%f0, %f1, %f2, %f3};"),
      HasSubstr("A is .row and B is .col"));
  EXPECT_THAT(refused("ldmatrix.sync.aligned.m8n16.x1.shared.b16 {%r1}, [%r2];"),
              HasSubstr("it moves matrices .m8n8 of .b16"));
}

TEST(Refusals, FragmentsHaveTheirNumberOfRegisters) {
  EXPECT_THAT(
      refused("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r1}, "
              "{%r3}, {%f0, %f1, %f2, %f3};"),
      HasSubstr("the fragment of A has 2 registers of 32 bits, not 1"));
  EXPECT_THAT(refused("wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r1, %r2, %r3, %r4}, [%rd0];"),
              HasSubstr("the fragment of A has 8 registers of 32 bits, not 4"));
}

TEST(Refusals, SuffixesThatTheElementsDoNotHave) {
  EXPECT_THAT(
      refused("mma.sync.aligned.m16n8k8.row.col.satfinite.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, "
              "{%r1, %r2}, {%r3}, {%f0, %f1, %f2, %f3};"),
      HasSubstr("has .satfinite, which only integers have"));
  EXPECT_THAT(
      refused("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32 {%r1, %r2}, {%r3}, {%r4}, {%r1, "
              "%r2};"),
      HasSubstr("needs .xor.popc or .and.popc"));
}

TEST(Refusals, CompilersNameTheCapability) {
  EXPECT_THAT(refused(kMma, 70), HasSubstr("needs compute capability 7.5, and the code is for 7.0: "
                                           "compile it with -arch=sm_75"));
  EXPECT_EQ(refused(kMma, 75), "");
  EXPECT_THAT(refused("movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2;", 70),
              HasSubstr("needs compute capability 7.5"));
}

TEST(Faults, TheDeviceLacksTheInstructionThatAThreadReaches) {
  const compile::Options options = options_for(70, false);
  EXPECT_THAT(error_of_body(kMma, options), HasSubstr("needs compute capability 7.5"));
  EXPECT_THAT(error_of_body(kMma, options), HasSubstr("--set device.compute_capability=7.5"));
  const std::string around =
      "setp.lt.u32 %p1, %r0, 99;\n@%p1 bra past;\n" + std::string(kMma) + "past:";
  EXPECT_EQ(error_of_body(around, options), "");
}

TEST(Faults, LanesAreMissing) {
  const std::string body =
      "setp.lt.u32 %p1, %r0, 8;\n@%p1 bra past;\n" + std::string(kMma) + "past:";
  EXPECT_THAT(error_of_body(body, options_for(80)),
              HasSubstr("needs all 32 threads of the warp, and 24 execute it"));
}

TEST(Faults, RowsOfMatrices) {
  EXPECT_THAT(error_of_body("mov.u32 %r1, tile;\nmad.lo.u32 %r1, %r0, 8, %r1;\n"
                            "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r2}, [%r1];\n"
                            "st.global.b32 [%rd1], %r2;",
                            options_for(80)),
              HasSubstr("load of 16 bytes at 0x8 is misaligned"));
  EXPECT_THAT(error_of_body("ldmatrix.sync.aligned.m8n8.x1.b16 {%r2}, [%rd0];\n"
                            "st.global.b32 [%rd1], %r2;",
                            options_for(80)),
              HasSubstr("is not in shared memory"));
  EXPECT_THAT(
      error_of_body("mad.lo.u32 %r1, %r0, 16, 8192;\n"
                    "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r2, %r3, %r4, %r5}, [%r1];\n"
                    "st.global.b32 [%rd1], %r2;",
                    options_for(80)),
      HasSubstr("out of bounds"));
}

}  // namespace
}  // namespace heddle::test
