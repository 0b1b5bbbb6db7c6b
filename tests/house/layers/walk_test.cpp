// The guide's walk through a cycle has the steps of the function that simulates the cycle.
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "source_files.hpp"

namespace heddle::layers {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(std::string(HEDDLE_SOURCE) + "/" + path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The first group of each match.
std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match)
    found.push_back((*match)[1]);
  return found;
}

/// The functions that `SmCycle::tick` calls with the cycle, in order.
std::vector<std::string> steps_of_tick() {
  const std::string code = code_only(text_of("src/heddle/core/sm_cycle.cpp"));
  const std::size_t begin = code.find("::tick(");
  EXPECT_NE(begin, std::string::npos);
  const std::string body = code.substr(begin, code.find("\n}", begin) - begin);
  return matches(body, std::regex(R"((\w+)(?:<Shape>)?\(now\b)"));
}

TEST(OneCycle, HasTheStepsOfTick) {
  const std::string page = text_of("docs/guide/one-cycle.md");
  const auto listed = matches(page, std::regex(R"(\n  (\w+) +\d+\. )"));
  EXPECT_GE(listed.size(), 8u);
  EXPECT_EQ(listed, steps_of_tick());
}

TEST(OneCycle, NumbersItsSteps) {
  const auto numbers =
      matches(text_of("docs/guide/one-cycle.md"), std::regex(R"(\n  \w+ +(\d+)\. )"));
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], std::to_string(i + 1));
}

}  // namespace
}  // namespace heddle::layers
