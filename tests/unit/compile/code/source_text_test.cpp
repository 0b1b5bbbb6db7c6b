// Where in the source PTX lines come from: by .loc, and by calls that the compiler inlined.
#include "heddle/compile/code/source_text.hpp"

#include <gtest/gtest.h>

#include "lowering.hpp"

namespace heddle::compile {
namespace {

using Line = std::pair<std::string, std::uint32_t>;

Line line_of(const isa::SourcePlace& place) { return {std::string(place.file), place.line}; }

/// The places of the lines of PTX that begin with "mov".
struct Places {
  std::vector<Line> own, calling;
};

Places places_of(const std::string& body, const std::string& sections = "") {
  const std::string text = std::string(kHeader) + kernel(body) +
                           ".file 1 \"/a/k.cu\"\n.file 2 \"/a/h.cuh\"\n.file 3 \"/b/g.h\"\n" +
                           sections;
  const auto source = source_text_of(ptx::parse(text, "k.ptx"));
  Places places;
  for (std::uint32_t line = 1; line < 60; ++line) {
    if (!source->ptx_line(line).starts_with("mov")) continue;
    places.own.push_back(line_of(source->place(line)));
    places.calling.push_back(line_of(source->calling_place(line)));
  }
  return places;
}

const std::vector<Line> kOwn = {
    {"/a/k.cu", 10}, {"/a/h.cuh", 7}, {"/b/g.h", 5}, {"/a/h.cuh", 8}, {"/a/k.cu", 22}};
/// Code of the headers belongs to line 20 of the kernel's file, which calls it.
const std::vector<Line> kCalling = {
    {"/a/k.cu", 10}, {"/a/k.cu", 20}, {"/a/k.cu", 20}, {"/a/k.cu", 20}, {"/a/k.cu", 22}};

TEST(SourceText, FollowsTheCallsOfLoc) {
  const Places places = places_of(
      ".loc 1 10 1\nmov.u32 %r1, 1;\n.loc 1 20 3\n"
      ".loc 2 7 1, function_name Lf, inlined_at 1 20 3\nmov.u32 %r2, 2;\n"
      ".loc 3 5 1, function_name Lg, inlined_at 2 7 1\nmov.u32 %r3, 3;\n"
      ".loc 2 8 1, function_name Lf, inlined_at 1 20 3\nmov.u32 %r4, 4;\n"
      ".loc 1 22 1\nmov.u32 %r5, 5;\nret;\n");
  EXPECT_EQ(places.own, kOwn);
  EXPECT_EQ(places.calling, kCalling);
}

/// The ranges L1 to L4 (called in line 20 of file 1) and, within, L2 to L3 (line 7 of file 2).
TEST(SourceText, FollowsTheCallsOfDebugSections) {
  const Places places = places_of(
      "Lbegin:\n.loc 1 10 1\nmov.u32 %r1, 1;\nL1:\n.loc 2 7 1\nmov.u32 %r2, 2;\nL2:\n"
      ".loc 3 5 1\nmov.u32 %r3, 3;\nL3:\n.loc 2 8 1\nmov.u32 %r4, 4;\nL4:\n.loc 1 22 1\n"
      "mov.u32 %r5, 5;\nret;\nLend:\n",
      ".section .debug_abbrev\n{\n.b8 1, 17, 1, 0, 0\n.b8 2, 29, 1, 17, 1, 18, 1, 88, 11, 89, 11, "
      "0, 0\n.b8 0\n}\n"
      ".section .debug_info\n{\n.b32 48\n.b8 2, 0\n.b32 .debug_abbrev\n.b8 8\n.b8 1\n"
      ".b8 2\n.b64 L1\n.b64 L4\n.b8 1, 20\n.b8 2\n.b64 L2\n.b64 L3\n.b8 2, 7\n.b8 0, 0\n}\n");
  EXPECT_EQ(places.own, kOwn);
  EXPECT_EQ(places.calling, kCalling);
}

/// Device functions of the kernel's own file stay at their own lines.
TEST(SourceText, KeepsTheLinesOfTheKernelsFile) {
  const Places places = places_of(
      ".loc 1 20 3\nmov.u32 %r1, 1;\n"
      ".loc 1 4 1, function_name Lf, inlined_at 1 20 3\nmov.u32 %r2, 2;\n"
      ".loc 2 9 1, function_name Lg, inlined_at 1 4 1\nmov.u32 %r3, 3;\nret;\n");
  EXPECT_EQ(places.own, (std::vector<Line>{{"/a/k.cu", 20}, {"/a/k.cu", 4}, {"/a/h.cuh", 9}}));
  EXPECT_EQ(places.calling, (std::vector<Line>{{"/a/k.cu", 20}, {"/a/k.cu", 4}, {"/a/k.cu", 4}}));
}

/// Labels that only debug sections name do not change the code.
TEST(SourceText, LeavesTheCodeAsItIs) {
  const auto code = [](const std::string& label) {
    const isa::Module module = lower_module(
        ".func (.param .b32 r) f(.param .b32 x)\n{\n.reg .b32 %q<3>;\nld.param.u32 %q1, [x];\n"
        "st.param.b32 [r], %q1;\nret;\n}\n" +
        kernel("{ .param .b32 y; .param .b32 z;\nst.param.b32 [y], 5;\n" + label +
               "call (z), f, (y);\nld.param.u32 %r1, [z]; }\nst.global.u32 [%rd1], %r1;\nret;\n"));
    return isa::listing(*module.kernels.at(0));
  };
  EXPECT_EQ(code("$L__tmp1:\n"), code("\n"));
}

}  // namespace
}  // namespace heddle::compile
