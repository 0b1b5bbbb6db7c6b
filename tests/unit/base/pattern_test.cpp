// Patterns: what they find, how they are refused, and that none takes long. Of what ECMAScript's
// regular expressions have as well, std::regex says what is found.
#include "heddle/base/text/pattern.hpp"

#include <chrono>
#include <functional>
#include <random>
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"

namespace heddle {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

bool finds(const std::string& pattern, const std::string& name) {
  return Pattern(pattern, "--kernels").is_found_in(name);
}

std::string refusal(const std::string& pattern) {
  try {
    const Pattern read(pattern, "--kernels");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Pattern, IsFoundAnywhere) {
  EXPECT_TRUE(finds("reduce.*", "void reduce<int>(int*)"));
  EXPECT_TRUE(finds("mandelbrot|bfs", "bfs-4096"));
  EXPECT_TRUE(finds("", "anything"));
  EXPECT_FALSE(finds("third", "second(int*)"));
  EXPECT_TRUE(finds("^nw", "nw-256"));
  EXPECT_FALSE(finds("^256", "nw-256"));
  EXPECT_TRUE(finds("a\\(int\\*\\)$", "a(int*)"));
  EXPECT_TRUE(finds("\\bsort\\b", "my::sort<4>"));
  EXPECT_FALSE(finds("\\bsort\\b", "sort_tiles"));
  EXPECT_TRUE(finds("\xc3\xa4", "\xc3\xa4"));
  EXPECT_TRUE(finds("[^a-z]", std::string("a\0", 2)));
}

/// Every pattern of a grammar with all constructs that both have, in names of the same characters.
TEST(Pattern, FindsWhatEcmaScriptFinds) {
  std::mt19937 random(7);
  const auto pick = [&](int count) {
    return std::uniform_int_distribution<int>(0, count - 1)(random);
  };
  const std::function<std::string(int)> expression = [&](int depth) -> std::string {
    constexpr const char* kOne[] = {"a",     "b",   "c",   "_",     ".",      "[ab]",    "[^a]",
                                    "[a-c]", "\\w", "\\W", "\\d",   "[\\d_]", "[^\\s-]", "\\.",
                                    "^",     "$",   "\\b", "(?:a)", "[b\\]]", "[a-]",    " "};
    if (depth == 0) return kOne[pick(21)];
    switch (pick(5)) {
      case 0:
        return expression(depth - 1) + "|" + expression(depth - 1);
      case 1: {
        constexpr const char* kTimes[] = {"*",     "+",  "?",  "{2}",   "{1,}",
                                          "{0,2}", "*?", "+?", "{2,3}?"};
        return "(" + expression(depth - 1) + ")" + kTimes[pick(9)];
      }
      case 2:
        return "(" + expression(depth - 1) + ")";
      default:
        return expression(depth - 1) + expression(depth - 1);
    }
  };
  unsigned found = 0, compared = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::string text = expression(pick(4));
    const Pattern pattern(text, "--kernels");
    const std::regex reference(text);
    for (int j = 0; j < 8; ++j) {
      std::string name;
      for (int length = pick(7); length > 0; --length) name += "aabbc_.9 -]"[pick(11)];
      const bool expected = std::regex_search(name, reference);
      ASSERT_EQ(pattern.is_found_in(name), expected) << text << " in '" << name << "'";
      found += expected ? 1 : 0;
      ++compared;
    }
  }
  EXPECT_GT(found, compared / 4);
  EXPECT_LT(found, compared * 19 / 20);
}

TEST(Pattern, RefusalsNameThePlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"(", "at character 1, '(': the group is not closed"},
      {"ab(c", "at character 3, '(c': the group is not closed"},
      {"a)b", "at character 2, ')b': no group is open"},
      {"*a", "at character 1, '*a': nothing stands before it"},
      {"a**", "at character 3, '*': nothing stands before it"},
      {"a|+", "at character 3, '+': nothing stands before it"},
      {"[a", "at character 1, '[a': the brackets are not closed"},
      {"x[z-a]", "at character 3, 'z-a]': the range's end comes before its beginning"},
      {"[]", "at character 1, '[]': no character stands in the brackets"},
      {"[a-\\d]", "a range ends at a character"},
      {"[[:alpha:]]", "at character 2, '[:alpha:]]': named sets are not known"},
      {"[\xc3\xa4]", "only characters of ASCII can stand in brackets"},
      {"a{", "at character 2, '{': expected {2}, {2,} or {2,5}"},
      {"a{3,2}", "at character 2, '{3,2}': the second number is less"},
      {"a{1001}", "at most 1000 repetitions"},
      {"a{99999999999999999999}", "at most 1000 repetitions"},
      {"a\\", "at character 2, '\\': a \\ ends the pattern"},
      {"\\q", "at character 1, '\\q': there is no \\q"},
      {"(a)\\1", "at character 4, '\\1': back references"},
      {"a(?=b)", "at character 2, '(?=b)': conditions on what stands around"},
      {"(?i)a", "at character 1, '(?i)a': of groups that begin with (?"},
      {"((a{1000}){1000}){1000}", "the pattern needs more than 20000 steps"},
  };
  for (const auto& [pattern, message] : cases) {
    EXPECT_THAT(refusal(pattern), HasSubstr(message)) << pattern;
    EXPECT_THAT(refusal(pattern),
                StartsWith("--kernels '" + std::string(pattern) + "' is no regular expression: "));
  }
  EXPECT_THAT(refusal(std::string(10'001, 'a')), HasSubstr("it has 10001 characters"));
  EXPECT_THAT(refusal(std::string(5'000, '(') + std::string(5'000, ')')),
              HasSubstr("more than 100 groups"));
  EXPECT_EQ(refusal("((((((((((){1000}){1000}){1000}){1000}){1000}){1000}){1000}){1000}){1000})"),
            "");
}

/// Each would take a search that tries one way after the other longer than the universe has.
TEST(Pattern, NoneTakesLong) {
  const auto began = std::chrono::steady_clock::now();
  const std::string name(2'000, 'a');
  for (const char* pattern :
       {"(a+)+b", "(a|aa)*$b", "(a*)*b", "(a|a|a|a)+b", "(.*)(.*)(.*)(.*)(.*)b", "(a{0,60}){0,60}b",
        "((a?){50}(a?){50}){40}b"}) {
    EXPECT_FALSE(finds(pattern, name)) << pattern;
  }
  EXPECT_TRUE(finds("(a+)+$", name));
  EXPECT_FALSE(finds("(a+)+$", name + "!"));
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
}

TEST(Pattern, TheDialectIsDescribed) {
  for (const char* construct : {"\\d", "\\b", "{2,5}", "a|b", "[^,]", "(?="}) {
    EXPECT_THAT(std::string(kPatternDialect), HasSubstr(construct));
  }
}

}  // namespace
}  // namespace heddle
