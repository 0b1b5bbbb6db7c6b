#include "heddle/ptx/tokens/lexer.hpp"

#include <bit>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ptx_text.hpp"

namespace heddle::ptx {
namespace {

std::vector<Token> lex(std::string_view text) {
  Lexer lexer(text, kFile);
  std::vector<Token> tokens;
  for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
    tokens.push_back(token);
  }
  return tokens;
}

std::string lex_error(std::string_view text) {
  try {
    lex(text);
  } catch (const SourceError& error) {
    return error.what();
  }
  return "";
}

Token one(std::string_view text) {
  const std::vector<Token> tokens = lex(text);
  EXPECT_EQ(tokens.size(), 1u) << text;
  return tokens.at(0);
}

TEST(Lexer, IdentifiersFollowTheIsasTwoForms) {
  for (const char* name : {"foo", "r1", "$L__BB0_1", "_foo", "%r12", "%tid", "a_$b", "_"}) {
    EXPECT_EQ(one(name).kind, TokenKind::identifier) << name;
    EXPECT_EQ(one(name).text, name);
  }
}

TEST(Lexer, DirectivesCarryTheirDotAndScopes) {
  EXPECT_EQ(one(".reg").text, ".reg");
  EXPECT_EQ(one(".L1::evict_last").text, ".L1::evict_last");
  EXPECT_EQ(one(".1d").kind, TokenKind::directive);
  EXPECT_EQ(one(".2d").kind, TokenKind::directive);
}

TEST(Lexer, AnOpcodeIsAWordAndItsModifiers) {
  const std::vector<Token> tokens = lex("tex.2d.v4.f32.s32");
  ASSERT_EQ(tokens.size(), 5u);
  EXPECT_EQ(tokens[0].text, "tex");
  EXPECT_EQ(tokens[1].text, ".2d");
  EXPECT_EQ(tokens[4].text, ".s32");
  EXPECT_TRUE(tokens[4].follows_directly);
  EXPECT_FALSE(lex("a .x")[1].follows_directly);
}

TEST(Lexer, IntegersOfEveryBase) {
  EXPECT_EQ(one("0").value, 0u);
  EXPECT_EQ(one("42").value, 42u);
  EXPECT_EQ(one("0x1F").value, 31u);
  EXPECT_EQ(one("0XfF").value, 255u);
  EXPECT_EQ(one("017").value, 15u);
  EXPECT_EQ(one("0b101").value, 5u);
  EXPECT_EQ(one("0B11").value, 3u);
  EXPECT_EQ(one("18446744073709551615").value, ~std::uint64_t{0});
}

TEST(Lexer, IntegersAreSignedUnlessSuffixOrSizeSayOtherwise) {
  EXPECT_FALSE(one("42").is_unsigned);
  EXPECT_TRUE(one("42U").is_unsigned);
  EXPECT_FALSE(one("0x7fffffffffffffff").is_unsigned);
  EXPECT_TRUE(one("0x8000000000000000").is_unsigned);
}

TEST(Lexer, DecimalFloatsAreDoubles) {
  for (const auto& [text, value] : std::vector<std::pair<std::string, double>>{{"1.5", 1.5},
                                                                               {".5", 0.5},
                                                                               {"1.", 1.0},
                                                                               {"1e5", 1e5},
                                                                               {"2.5E-3", 0.0025},
                                                                               {".5e3", 500}}) {
    EXPECT_EQ(one(text).kind, TokenKind::float64) << text;
    EXPECT_EQ(std::bit_cast<double>(one(text).value), value) << text;
  }
}

TEST(Lexer, HexadecimalFloatsKeepTheirBits) {
  EXPECT_EQ(one("0f3F800000").kind, TokenKind::float32);
  EXPECT_EQ(one("0F3f800000").value, 0x3F800000u);
  EXPECT_EQ(one("0d3FF0000000000000").kind, TokenKind::float64);
  EXPECT_EQ(one("0D7ff8000000000001").value, 0x7FF8000000000001u);
}

TEST(Lexer, CommentsAndEveryLineEndAreBlank) {
  const std::vector<Token> tokens = lex("a // b\r\n/* c\n d */ e\rf");
  ASSERT_EQ(tokens.size(), 3u);
  EXPECT_EQ(tokens[1].text, "e");
  EXPECT_EQ(tokens[1].place.line, 3u);
  EXPECT_EQ(tokens[1].place.column, 7u);
  EXPECT_EQ(tokens[2].text, "f");
}

TEST(Lexer, PunctuationTakesTheLongestForm) {
  const std::vector<Token> tokens = lex("<<<=!p|q");
  ASSERT_EQ(tokens.size(), 6u);
  EXPECT_EQ(tokens[0].text, "<<");
  EXPECT_EQ(tokens[1].text, "<=");
  EXPECT_EQ(tokens[2].text, "!");
  EXPECT_EQ(tokens[4].text, "|");
}

TEST(Lexer, StringsHaveNoEscapes) {
  EXPECT_EQ(one("\"a b\\\"").text, "a b\\");
  EXPECT_EQ(one("\"\"").text, "");
}

TEST(Lexer, RefusalsNameThePlace) {
  EXPECT_EQ(lex_error("a\n  #"), "x.ptx:2:3: character '#' does not belong here");
  EXPECT_EQ(lex_error(std::string_view("a\0b", 3)),
            "x.ptx:1:2: character 0x00 does not belong here");
  EXPECT_EQ(lex_error("a \xC3\xA9"), "x.ptx:1:3: character 0xC3 does not belong here");
  EXPECT_EQ(lex_error("a /* b"), "x.ptx:1:3: comment is not closed: expected '*/'");
  EXPECT_EQ(lex_error("a /*/"), "x.ptx:1:3: comment is not closed: expected '*/'");
  EXPECT_EQ(lex_error("\"abc\n\""),
            "x.ptx:1:1: string is not closed: expected '\"' on the same line");
  EXPECT_EQ(lex_error("a ."), "x.ptx:1:3: expected a name after '.'");
}

TEST(Lexer, MalformedNumbersAreRefused) {
  EXPECT_EQ(lex_error("12ab"), "x.ptx:1:3: 'a' cannot stand in the number '12'");
  EXPECT_EQ(lex_error("0b12"), "x.ptx:1:4: '2' cannot stand in the number '0b1'");
  EXPECT_EQ(lex_error("1u"), "x.ptx:1:2: 'u' cannot stand in the number '1'");
  EXPECT_EQ(lex_error("0x"), "x.ptx:1:1: expected a digit of base 16 after '0x'");
  EXPECT_EQ(lex_error("08"), "x.ptx:1:1: expected a digit of base 8 after '0'");
  EXPECT_EQ(lex_error("18446744073709551616"),
            "x.ptx:1:1: '18446744073709551616' does not fit in 64 bits");
  EXPECT_EQ(lex_error("0f3F8"), "x.ptx:1:1: expected 8 hexadecimal digits after '0f', not 3");
  EXPECT_EQ(lex_error("0d3F800000"), "x.ptx:1:1: expected 16 hexadecimal digits after '0d', not 8");
  EXPECT_EQ(lex_error("1e400"), "x.ptx:1:1: '1e400' does not fit a double");
  EXPECT_EQ(lex_error("1e"), "x.ptx:1:2: 'e' cannot stand in the number '1'");
}

}  // namespace
}  // namespace heddle::ptx
