// A probe is a file of src/heddle/probe or a folder there, and nothing else names it.
#include <regex>

#include <gtest/gtest.h>

#include "source_files.hpp"

namespace heddle::layers {
namespace {

const std::string kRoot = "src/heddle/probe/";

/// "timeline/" for a file of that folder, "" for what all probes see.
std::string folder_of(const std::string& below_root) {
  return below_root.substr(
      0, below_root.find('/') == std::string::npos ? 0 : below_root.rfind('/') + 1);
}

std::vector<std::string> found(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> all;
  const auto begin = std::sregex_iterator(text.begin(), text.end(), pattern);
  for (auto match = begin; match != std::sregex_iterator(); ++match) all.push_back((*match)[1]);
  return all;
}

TEST(Probes, AreIncludedByNobody) {
  const std::regex probe("#include \"heddle/probe/([^\"]+)\"");
  for (const SourceFile& file : source_files({"src"}, {".cpp", ".hpp"})) {
    const bool is_of_probes = file.path.starts_with(kRoot);
    const std::string own = is_of_probes ? folder_of(file.path.substr(kRoot.size())) : "";
    for (const std::string& header : found(file.text, probe)) {
      const std::string folder = folder_of(header);
      EXPECT_TRUE(folder.empty() || folder == own) << file.path << " includes " << header;
    }
  }
}

/// What would name a probe: its class, the keys of its options, its file.
struct Names {
  std::vector<std::regex> classes, literals;
};

Names names_of_probes() {
  const std::regex registration("Register<Probe, (\\w+)>");
  const std::regex option("visit(?:\\.choice)?\\(\"(\\w+)\"");
  const std::regex output("\\.file = \"([^\"]+)\"");
  Names names;
  for (const SourceFile& file : source_files({"src/heddle/probe"}, {".cpp"})) {
    const auto classes = found(file.text, registration);
    if (classes.empty()) continue;
    for (const std::string& name : classes) names.classes.emplace_back("\\b" + name + "\\b");
    for (const std::string& name : found(file.text, option))
      names.literals.emplace_back("\"(run|probe\\.\\w+)\\." + name + "\\b");
    for (const std::string& name : found(file.text, output))
      names.literals.emplace_back("\"" + name + "\"");
  }
  return names;
}

TEST(Probes, AreNamedByNobody) {
  const Names names = names_of_probes();
  EXPECT_GE(names.classes.size(), 10u);
  EXPECT_GE(names.literals.size(), 20u);
  for (const SourceFile& file :
       source_files({"src/heddle/core", "src/heddle/gpu", "src/heddle/sim"}, {".cpp", ".hpp"})) {
    const std::string code = code_only(file.text);
    std::smatch match;
    for (const std::regex& name : names.classes)
      EXPECT_FALSE(std::regex_search(code, match, name)) << file.path << ": " << match.str();
    for (const std::regex& name : names.literals)
      EXPECT_FALSE(std::regex_search(file.text, match, name)) << file.path << ": " << match.str();
  }
}

}  // namespace
}  // namespace heddle::layers
