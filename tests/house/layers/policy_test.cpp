// An SM and the GPU take their policies by interface: no code of theirs names one.
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "source_files.hpp"

namespace heddle::layers {
namespace {

/// Words that name a policy and, in core and gpu, something else too.
const std::set<std::string> kOtherWords = {"none", "priority"};

std::set<std::string> words(const std::string& text, const std::regex& pattern) {
  std::set<std::string> all;
  const auto begin = std::sregex_iterator(text.begin(), text.end(), pattern);
  for (auto match = begin; match != std::sregex_iterator(); ++match) all.insert((*match)[1]);
  return all;
}

std::set<std::string> names_of_policies() {
  const std::regex registered("Register<[^>]*>\\s+\\w+\\(\\s*\"(\\w+)\"");
  std::set<std::string> names;
  for (const SourceFile& file : source_files({"src/heddle/policy"}, {".cpp"}))
    names.merge(words(file.text, registered));
  for (const std::string& word : kOtherWords) names.erase(word);
  return names;
}

TEST(Policies, AreNamedByNoSmAndNoGpu) {
  const std::set<std::string> names = names_of_policies();
  EXPECT_GT(names.size(), 40u);
  EXPECT_TRUE(names.contains("gto"));
  const std::regex literal("\"(\\w+)\"");
  for (const SourceFile& file :
       source_files({"src/heddle/core", "src/heddle/gpu"}, {".cpp", ".hpp"})) {
    for (const std::string& word : words(file.text, literal))
      EXPECT_FALSE(names.contains(word)) << file.path << " names the policy " << word;
  }
}

}  // namespace
}  // namespace heddle::layers
