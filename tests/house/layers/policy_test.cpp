// Policies are chosen by name, and taken by interface: no code besides their own lists them.
#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "source_files.hpp"

namespace heddle::layers {
namespace {

/// Words that name a policy and, in core and gpu, something else too.
const std::set<std::string> kOtherWords = {"none", "priority"};
/// Further words that name a policy and, elsewhere, something else too.
const std::set<std::string> kOtherWordsElsewhere = {"block",    "drain",  "live",       "oldest",
                                                    "progress", "random", "round_robin"};
/// A replay compares every policy with lru, the default, and with belady, the bound.
const std::set<std::string> kOfReplays = {"lru", "belady"};

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

/// The kinds of policies: the names of their interfaces, with the names of the kinds.
std::map<std::string, std::string> kinds_of_policies() {
  std::map<std::string, std::string> kinds;
  const std::regex line("\n(?:UNIT_)?KIND\\((\\w+), (\\w+)\\)");
  for (const SourceFile& file : source_files({"src/heddle/policy"}, {".def"})) {
    const auto begin = std::sregex_iterator(file.text.begin(), file.text.end(), line);
    for (auto match = begin; match != std::sregex_iterator(); ++match)
      kinds[(*match)[1]] = (*match)[2];
  }
  return kinds;
}

/// The text without comments and without texts in three quotes, which document Python code.
std::string without_comments(const std::string& text) {
  std::string code;
  std::istringstream lines(text);
  bool is_document = false;
  for (std::string line; std::getline(lines, line);) {
    std::string kept;
    for (std::size_t at = 0; at < line.size(); ++at) {
      if (line.compare(at, 3, "\"\"\"") == 0) {
        is_document = !is_document;
        at += 2;
      } else if (!is_document && line.compare(at, 2, "//") == 0) {
        break;
      } else if (!is_document) {
        kept += line[at];
      }
    }
    code += kept + "\n";
  }
  return code;
}

std::vector<SourceFile> files_outside_policies() {
  std::vector<SourceFile> files;
  for (SourceFile& file : source_files({"src", "python"}, {".cpp", ".hpp", ".def", ".py"})) {
    if (file.path.starts_with("src/heddle/policy/")) continue;
    file.text = without_comments(file.text);
    files.push_back(std::move(file));
  }
  return files;
}

/// The words of a literal if all of them name policies; else none.
std::set<std::string> policies_in(const std::string& literal, const std::set<std::string>& names) {
  std::set<std::string> found;
  std::istringstream text(literal);
  for (std::string word; text >> word; found.insert(word))
    if (!names.contains(word)) return {};
  return found;
}

/// Whether a file may name the policy by itself.
bool may_name(const std::string& path, const std::string& word) {
  if (path.starts_with("src/heddle/core/") || path.starts_with("src/heddle/gpu/")) return false;
  if (kOtherWordsElsewhere.contains(word)) return true;
  // GPGPU-Sim's names of policies beside heddle's.
  if (path.starts_with("src/study/gpgpusim/policy_names.")) return true;
  // Names that Python's messages give as an example of a text.
  if (path == "python/heddle/_settings.py") return word == "gto";
  if (path == "python/heddle/_sweeps.py") return word == "lrr";
  const bool replays =
      path.starts_with("src/heddle/replay/") || path.starts_with("src/cli/replay/");
  // The memory's specs have names for the orders of arbiters.
  return (replays && kOfReplays.contains(word)) || path == "src/heddle/memory/specs.cpp";
}

TEST(Policies, AreNamedByNoOtherCode) {
  const std::set<std::string> names = names_of_policies();
  EXPECT_GT(names.size(), 40u);
  EXPECT_TRUE(names.contains("gto"));
  const std::regex literal("\"([\\w ]+)\"");
  for (const SourceFile& file : files_outside_policies()) {
    for (const std::string& text : words(file.text, literal)) {
      const std::set<std::string> found = policies_in(text, names);
      for (const std::string& word : found)
        EXPECT_FALSE(found.size() > 1 || !may_name(file.path, word))
            << file.path << " names the policy " << word << " in \"" << text << '"';
    }
  }
}

/// A policy says itself what its parameters do.
TEST(Policies, HaveParametersThatNoOtherCodeNames) {
  const std::set<std::string> names = names_of_policies();
  std::string kinds;
  for (const auto& [interface, kind] : kinds_of_policies())
    kinds += (kinds.empty() ? "" : "|") + kind;
  const std::regex key("\"(?:" + kinds + ")\\.(\\w+)[\".]");
  for (const SourceFile& file : files_outside_policies()) {
    for (const std::string& name : words(file.text, key))
      EXPECT_FALSE(names.contains(name)) << file.path << " names a parameter of " << name;
  }
}

/// A place in a file that names a kind of policies.
struct Mention {
  std::size_t begin, end;
  std::string kind;
};

std::vector<Mention> mentions(const std::string& text,
                              const std::map<std::string, std::string>& kinds) {
  std::vector<Mention> found;
  static const std::regex name("\"(\\w+)(\"|\\.[^\"\n]*\")|\\b(\\w+)::kKind");
  for (auto match = std::sregex_iterator(text.begin(), text.end(), name);
       match != std::sregex_iterator(); ++match) {
    const auto begin = static_cast<std::size_t>(match->position());
    const auto end = begin + static_cast<std::size_t>(match->length());
    const std::string interface = (*match)[3], literal = (*match)[1];
    if (kinds.contains(interface)) found.push_back({begin, end, kinds.at(interface)});
    const bool is_kind =
        std::ranges::any_of(kinds, [&](const auto& entry) { return entry.second == literal; });
    if (is_kind) found.push_back({begin, end, literal});
  }
  return found;
}

/// Returns whether the text between two names makes them parts of one list.
bool is_in_list(const std::string& between) {
  return between.find_first_of("();") == std::string::npos &&
         (between.find(',') != std::string::npos || between.find("||") != std::string::npos);
}

TEST(Policies, HaveKindsThatOnlyOneFileLists) {
  const std::map<std::string, std::string> kinds = kinds_of_policies();
  EXPECT_GE(kinds.size(), 10u);
  EXPECT_EQ(kinds.at("WarpScheduler"), "warp_scheduler");
  for (const SourceFile& file : files_outside_policies()) {
    const std::vector<Mention> all = mentions(file.text, kinds);
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (all[i].kind == all[i - 1].kind) continue;
      const std::string between = file.text.substr(all[i - 1].end, all[i].begin - all[i - 1].end);
      EXPECT_FALSE(is_in_list(between))
          << file.path << " lists the kinds " << all[i - 1].kind << " and " << all[i].kind;
    }
  }
}

/// The tests above see the hand lists that they are to find.
TEST(Policies, ListsAreSeen) {
  const std::map<std::string, std::string> kinds = kinds_of_policies();
  for (const std::string text :
       {R"(for (kind : {policy::Organisation::kKind, policy::Preemption::kKind}))",
        R"(_KINDS = {"warp_scheduler": WarpScheduler, "throttle": Throttle})",
        R"({"corun.period", "x"}, {"residency.window", "y"})",
        R"(kind == Corun::kKind || kind == "throttle")"}) {
    const std::vector<Mention> all = mentions(text, kinds);
    ASSERT_EQ(all.size(), 2u) << text;
    EXPECT_TRUE(is_in_list(text.substr(all[0].end, all[1].begin - all[0].end))) << text;
  }
  EXPECT_EQ(policies_in("occup live", names_of_policies()).size(), 2u);
  EXPECT_TRUE(policies_in("occup it is", names_of_policies()).empty());
}

}  // namespace
}  // namespace heddle::layers
