// Parameters that mean the same share one declaration.
#include <map>
#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "source_files.hpp"

namespace heddle::layers {
namespace {

const std::regex& text_of_a_parameter() {
  static const std::regex pattern("\\.doc = ((?:\"[^\"\n]*\"\\s*)+)");
  return pattern;
}

/// The text of a literal, without the quotes between its parts.
std::string joined(const std::string& literal) {
  static const std::regex seam("\"\\s*\"|\\s+$");
  const std::string text = std::regex_replace(literal, seam, "");
  return text.substr(1, text.size() - 2);
}

TEST(Parameters, OfOneMeaningAreDeclaredOnce) {
  std::map<std::string, std::string> first;
  for (const SourceFile& file : source_files({"src"}, {".cpp", ".hpp"})) {
    const std::string code = std::regex_replace(file.text, std::regex("//[^\n]*"), "");
    const std::sregex_iterator end;
    for (std::sregex_iterator match(code.begin(), code.end(), text_of_a_parameter()); match != end;
         ++match) {
      const std::string text = joined((*match)[1]);
      if (text.empty()) continue;
      const auto [known, is_new] = first.emplace(text, file.path);
      EXPECT_TRUE(is_new) << file.path << " and " << known->second << " both say \"" << text << '"';
    }
  }
  EXPECT_GT(first.size(), 300u);
}

}  // namespace
}  // namespace heddle::layers
