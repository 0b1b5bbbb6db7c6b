#include "heddle/ptx/constant.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "ptx_text.hpp"

namespace heddle::ptx {
namespace {

Constant evaluate(std::string_view text) {
  TokenStream tokens(text, kFile);
  const Constant constant = parse_constant(tokens);
  EXPECT_TRUE(tokens.at_end()) << text;
  return constant;
}

std::int64_t integer(std::string_view text) {
  const Constant constant = evaluate(text);
  EXPECT_EQ(constant.kind, Constant::Kind::integer) << text;
  return static_cast<std::int64_t>(constant.bits);
}

double real(std::string_view text) {
  const Constant constant = evaluate(text);
  EXPECT_EQ(constant.kind, Constant::Kind::float64) << text;
  return std::bit_cast<double>(constant.bits);
}

std::string refusal(std::string_view text) {
  try {
    evaluate(text);
  } catch (const SourceError& error) {
    return error.what();
  }
  return "";
}

TEST(Constant, BindsAsInC) {
  EXPECT_EQ(integer("1+2*3"), 7);
  EXPECT_EQ(integer("(1+2)*3"), 9);
  EXPECT_EQ(integer("10-4-3"), 3);
  EXPECT_EQ(integer("1<<2+1"), 8);
  EXPECT_EQ(integer("7&3==3"), 1);   // 7 & (3 == 3)
  EXPECT_EQ(integer("1|2^3&4"), 3);  // 1 | (2 ^ (3 & 4))
  EXPECT_EQ(integer("1||0&&0"), 1);
  EXPECT_EQ(integer("0 ? 1 : 0 ? 2 : 3"), 3);
  EXPECT_EQ(integer("17 % 5"), 2);
}

TEST(Constant, SignsAndComplements) {
  EXPECT_EQ(integer("-5"), -5);
  EXPECT_EQ(integer("- -5"), 5);
  EXPECT_EQ(integer("~0"), -1);
  EXPECT_EQ(integer("!7"), 0);
  EXPECT_EQ(integer("!0"), 1);
  EXPECT_EQ(integer("-9223372036854775808"), INT64_MIN);
}

TEST(Constant, UnsignednessSpreads) {
  EXPECT_EQ(integer("-1 < 0"), 1);
  EXPECT_EQ(integer("-1 < 0U"), 0);
  EXPECT_EQ(integer("-8 / 2"), -4);
  EXPECT_EQ(static_cast<std::uint64_t>(integer("-8 / 2U")), 0x7FFFFFFFFFFFFFFCu);
  EXPECT_EQ(integer("-8 >> 1"), -4);
  EXPECT_EQ(static_cast<std::uint64_t>(integer("(.u64)-8 >> 1")), 0x7FFFFFFFFFFFFFFCu);
  EXPECT_EQ(integer("(.s64)0xFFFFFFFFFFFFFFFF < 0"), 1);
  EXPECT_TRUE(evaluate("1 + 1U").is_unsigned);
  EXPECT_FALSE(evaluate("1U == 1U").is_unsigned);
}

TEST(Constant, WarpSizeIsAConstant) {
  EXPECT_EQ(integer("WARP_SZ"), 32);
  EXPECT_EQ(integer("WARP_SZ*2-1"), 63);
}

TEST(Constant, QuotientThatDoesNotFitWraps) {
  EXPECT_EQ(integer("-9223372036854775808 / -1"), INT64_MIN);
  EXPECT_EQ(integer("-9223372036854775808 % -1"), 0);
}

TEST(Constant, DoublesAreEvaluatedInDouble) {
  EXPECT_EQ(real("1.5+2.25"), 3.75);
  EXPECT_EQ(real("-(1.0+2.0)*3.0"), -9.0);
  EXPECT_EQ(integer("1.0 < 2.0"), 1);
  EXPECT_TRUE(std::signbit(real("-0.0")));
}

TEST(Constant, ExactSinglesStandAlone) {
  EXPECT_EQ(evaluate("0f7F800001").bits, 0x7F800001u);
  EXPECT_EQ(refusal("0f3F800000+0f3F800000"),
            "x.ptx:1:1: both sides of '+' must be integers or both doubles");
  EXPECT_EQ(refusal("-0f3F800000"), "x.ptx:1:1: '-' cannot stand before a 0f constant");
}

TEST(Constant, Refusals) {
  EXPECT_EQ(refusal("1/0"), "x.ptx:1:3: division by zero in a constant expression");
  EXPECT_EQ(refusal("1 % 0"), "x.ptx:1:5: division by zero in a constant expression");
  EXPECT_EQ(refusal("1<<64"), "x.ptx:1:4: a constant is shifted by 0 to 63 bits");
  EXPECT_EQ(refusal("1<<-1"), "x.ptx:1:4: a constant is shifted by 0 to 63 bits");
  EXPECT_EQ(refusal("1+2.0"), "x.ptx:1:1: both sides of '+' must be integers or both doubles");
  EXPECT_EQ(refusal("1.0&2.0"), "x.ptx:1:1: '&' works on integers only");
  EXPECT_EQ(refusal("~1.0"), "x.ptx:1:1: the operand of '~' must be an integer");
  EXPECT_EQ(refusal("1+"), "x.ptx:1:3: expected a constant before the end of the file");
  EXPECT_EQ(refusal("(1;"), "x.ptx:1:3: expected ')' before ';'");
  EXPECT_EQ(refusal("1?2;"), "x.ptx:1:4: expected ':' before ';'");
}

TEST(Constant, NestingIsLimited) {
  EXPECT_EQ(integer(std::string(30, '(') + "1" + std::string(30, ')')), 1);
  for (const char* opening : {"(", "-", "~", "1?1:", "1?", "(.u64)"}) {
    std::string deep;
    for (int i = 0; i < 100000; ++i) deep += opening;
    EXPECT_NE(refusal(deep + "1").find("nested more than 64 deep"), std::string::npos) << opening;
  }
}

}  // namespace
}  // namespace heddle::ptx
