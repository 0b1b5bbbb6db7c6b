// The guide's walk through a cycle has the steps of the function that simulates the cycle. The walk
// of a load names files, parameters and statistics that exist.
#include <filesystem>
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

std::string one_load() { return text_of("docs/guide/one-load.md"); }

TEST(OneLoad, NamesFilesOfTheSource) {
  const auto files = matches(one_load(), std::regex(R"(`([a-z0-9_/]+\.[ch]pp)`)"));
  EXPECT_GE(files.size(), 10u);
  std::filesystem::path folder;  // a name without a folder is beside the file before it
  for (const std::filesystem::path file : files) {
    if (file.has_parent_path()) folder = file.parent_path();
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(HEDDLE_SOURCE) / "src/heddle" /
                                        folder / file.filename()))
        << file;
  }
}

TEST(OneLoad, NamesParametersAndStatisticsOfTheReference) {
  const std::string reference =
      text_of("docs/reference/parameters.md") + text_of("docs/reference/statistics.md");
  const auto names =
      matches(one_load(), std::regex(R"(`((?:load_store|l1|l1d|l2|dram|interconnect)\.\w+)`)"));
  EXPECT_GE(names.size(), 10u);
  for (const std::string& name : names) {
    EXPECT_NE(reference.find("| " + name + " |"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace heddle::layers
