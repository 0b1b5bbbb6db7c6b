// The calls that a compiler inlined, as .loc and debug sections name them. The sections are written
// by hand, number by number, after the DWARF standard, version 2, chapter 7.
#include <cstdint>
#include <random>

#include <gtest/gtest.h>

#include "heddle/ptx/debug/byte_cursor.hpp"
#include "heddle/ptx/debug/inlined_ranges.hpp"
#include "heddle/ptx/debug/section_bytes.hpp"
#include "ptx_text.hpp"

namespace heddle::ptx {
namespace {

/// Abbreviations: 1 a unit with a name, 2 a subprogram with children, 3 and 4 an inlined subroutine
/// with and without children: origin, low and high pc, file, line.
const std::string kAbbreviations =
    "\t.section\t.debug_abbrev\n{\n.b8 1, 17, 1, 3, 8, 0, 0\n.b8 2, 46, 1, 17, 1, 18, 1, 0, 0\n"
    ".b8 3, 29, 1, 49, 19, 17, 1, 18, 1, 88, 11, 89, 11, 0, 0\n"
    ".b8 4, 29, 0, 49, 19, 17, 1, 18, 1, 88, 11, 89, 11, 0, 0\n.b8 0\n}\n";

/// A unit "a" of `bytes` after its length, with a subprogram of one inlined call in another.
std::string unit(const std::string& length) {
  return "\t.section .debug_info\n{\n.b32 " + length +
         "\n.b8 2\n.b8 0\n.b32 .debug_abbrev\n.b8 8\n"
         ".b8 1, 97, 0\n"
         ".b8 2\n.b64 Lbegin\n.b64 Lend\n"
         ".b8 3\n.b32 11\n.b64 L1\n.b64 L4\n.b8 1, 20\n"
         ".b8 4\n.b32 11\n.b64 L2\n.b64 L3\n.b8 2, 7\n"
         ".b8 0, 0, 0\n}\n";
}
/// 7 of the header, 3, 17, 23, 23 of the entries, 3 ends of lists.
const std::string kUnitBytes = "76";

const std::string kBody =
    "Lbegin:\n.loc 1 10 1\nmov.u32 %r1, 1;\nL1:\n.loc 2 7 1\nmov.u32 %r2, 2;\nL2:\n"
    ".loc 3 5 1\nmov.u32 %r3, 3;\nL3:\n.loc 2 8 1\nmov.u32 %r4, 4;\nL4:\n.loc 1 22 "
    "1\nret;\nLend:\n";

TEST(DebugSections, NameTheRangesOfInlinedCalls) {
  const Module module = parse_module(function_text(kBody) + kAbbreviations + unit(kUnitBytes));
  const std::vector<InlinedRange> ranges = inlined_ranges(module);
  ASSERT_EQ(ranges.size(), 2u);
  EXPECT_EQ(ranges[0].begin, "L1");
  EXPECT_EQ(ranges[0].end, "L4");
  EXPECT_EQ(ranges[0].call.file, 1u);
  EXPECT_EQ(ranges[0].call.line, 20u);
  EXPECT_EQ(ranges[0].call.call, kNoIndex);
  EXPECT_EQ(ranges[1].begin, "L2");
  EXPECT_EQ(ranges[1].end, "L3");
  EXPECT_EQ(ranges[1].call.file, 2u);
  EXPECT_EQ(ranges[1].call.line, 7u);
  EXPECT_EQ(ranges[1].call.call, 0u);
}

/// A length that does not fit, an unknown version, form or abbreviation: no ranges, no error.
TEST(DebugSections, ThatAreDamagedNameNone) {
  const auto count = [](const std::string& sections) {
    return inlined_ranges(parse_module(function_text(kBody) + sections)).size();
  };
  const std::string whole = kAbbreviations + unit(kUnitBytes);
  EXPECT_EQ(count(whole), 2u);
  EXPECT_EQ(count(""), 0u);
  EXPECT_EQ(count(kAbbreviations), 0u);
  EXPECT_EQ(count(unit(kUnitBytes)), 0u);
  for (const char* length : {"0", "6", "75", "77", "0xffffffff"})
    EXPECT_EQ(count(kAbbreviations + unit(length)), 0u) << length;
  const auto with = [&](const std::string& old, const std::string& changed) {
    std::string text = whole;
    return text.replace(text.find(old), old.size(), changed);
  };
  EXPECT_EQ(count(with(".b8 2\n.b8 0\n.b32", ".b8 5\n.b8 0\n.b32")), 0u);
  EXPECT_EQ(count(with(".b8 4, 29, 0, 49, 19", ".b8 4, 29, 0, 49, 0x22")), 0u);
  EXPECT_EQ(count(with(".b8 4\n.b32 11", ".b8 9\n.b32 11")), 0u);
  EXPECT_EQ(count(with(".b8 1, 97, 0", ".word 1, 97, 0")), 0u);
}

/// Any bytes: never a read out of bounds, always an end.
TEST(DebugSections, OfRandomBytesEnd) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string text =
        kAbbreviations + "\t.section .debug_info\n{\n.b32 76\n.b8 2, 0\n.b32 0\n.b8 8\n";
    for (int i = 0; i < 69; ++i)
      text += ".b8 " + std::to_string(random() % (round % 2 == 0 ? 6 : 256)) + "\n";
    EXPECT_LE(inlined_ranges(parse_module(text + "}\n")).size(), 69u);
  }
}

TEST(DebugSections, AreBytesAndNames) {
  const auto section =
      section_bytes(".b8 1, 255\n.b16 513\nstart:\n.b32 L1-L0+5, -1\n.b64 .debug_line\n");
  ASSERT_TRUE(section.has_value());
  EXPECT_EQ(section->bytes, (std::vector<std::uint8_t>{1,   255, 1, 2, 5, 0, 0, 0, 255, 255,
                                                       255, 255, 0, 0, 0, 0, 0, 0, 0,   0}));
  EXPECT_EQ(section->names.at(4), "L1");
  EXPECT_EQ(section->names.at(12), ".debug_line");
  EXPECT_EQ(section->names.size(), 2u);
  EXPECT_FALSE(section_bytes("add.s32").has_value());
  EXPECT_FALSE(section_bytes(".b8 \"text\"").has_value());
}

/// LEB128 of the DWARF standard, figure 22: 2, 127, 128, 129, 130, 12857.
TEST(DebugSections, PackNumbers) {
  const std::vector<std::uint8_t> bytes = {2, 127, 0x80, 1, 0x81, 1, 0x82, 1, 57 + 0x80, 100, 0x80};
  ByteCursor cursor(bytes, 0);
  for (const std::uint64_t number : {2, 127, 128, 129, 130, 12857})
    EXPECT_EQ(cursor.packed_number(), number);
  EXPECT_TRUE(cursor.is_good());
  cursor.packed_number();
  EXPECT_FALSE(cursor.is_good());
  EXPECT_FALSE(ByteCursor(bytes, 12).is_good());
}

/// `inlined_at` of a line that is itself inlined continues the chain.
TEST(DebugSections, AreNotNeededWhereLocNamesTheCall) {
  const Module module = parse_statements(
      ".loc 1 12 5\nret;\n"
      ".loc 2 30 1, function_name $L__info_string0, inlined_at 1 12 5\nret;\n"
      ".loc 2 31 1, function_name $L__info_string0, inlined_at 1 12 5\nret;\n"
      ".loc 3 5 2, function_name $L__info_string1, inlined_at 2 31 1\nret;\n.loc 1 13 1\nret;");
  const Function& function = module.functions[0];
  ASSERT_EQ(function.inlined_calls.size(), 2u);
  EXPECT_EQ(function.inlined_calls[0].file, 1u);
  EXPECT_EQ(function.inlined_calls[0].line, 12u);
  EXPECT_EQ(function.inlined_calls[0].call, kNoIndex);
  EXPECT_EQ(function.inlined_calls[1].file, 2u);
  EXPECT_EQ(function.inlined_calls[1].line, 31u);
  EXPECT_EQ(function.inlined_calls[1].call, 0u);
  const std::vector<std::uint32_t> calls = {kNoIndex, 0, 0, 1, kNoIndex};
  for (std::size_t i = 0; i < calls.size(); ++i)
    EXPECT_EQ(function.body[i].source.call, calls[i]) << i;
}

}  // namespace
}  // namespace heddle::ptx
