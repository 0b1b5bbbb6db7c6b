#include "study/sources/source_manifest.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "study/sources/content_hash.hpp"

namespace heddle::study {
namespace {

// heddle itself contains these constants. The search for a manifest includes the line feeds around
// them and so does not find the constants.
constexpr std::string_view kFirstLine = "heddle source manifest";
constexpr std::string_view kLastLine = "end of the source manifest";
constexpr std::string_view kIncludes = "includes", kRegisters = "registers";
constexpr std::string_view kPolicies = "src/heddle/policy/";

std::string whole_line(std::string_view words) { return fmt::format("\n{}\n", words); }

/// The texts before and after the first blank.
std::pair<std::string, std::string> two_words(std::string_view line) {
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos || blank == 0 || blank + 1 == line.size()) {
    fail("the manifest of sources has a line '{}'", line);
  }
  return {std::string(line.substr(0, blank)), std::string(line.substr(blank + 1))};
}

}  // namespace

SourceManifest::SourceManifest(std::string_view text) {
  std::string path;
  Source* last = nullptr;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) read_line(text.substr(0, end), last, path);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  find_common();
}

void SourceManifest::read_line(std::string_view line, Source*& last, std::string& path) {
  const auto [word, rest] = two_words(line);
  if (word != kIncludes && word != kRegisters) {
    path = rest;
    last = &sources_[path];
    last->hash = word;
    return;
  }
  if (last == nullptr) fail("the manifest of sources begins with '{}'", line);
  if (word == kIncludes) {
    last->includes.push_back(rest);
  } else {
    registering_[two_words(rest)] = path;
  }
}

std::optional<SourceManifest> SourceManifest::of_program(const std::filesystem::path& program) {
  std::string bytes;
  visit_file(program, file_kinds::kProgram, [&](std::string_view piece) { bytes += piece; });
  const std::string first = whole_line(kFirstLine), last = whole_line(kLastLine);
  const std::size_t begin = bytes.find(first);
  if (begin == std::string::npos) return {};
  const std::size_t lines = begin + first.size();
  const std::size_t end = bytes.find(last, lines);
  if (end == std::string::npos) return {};
  return SourceManifest(std::string_view(bytes).substr(lines, end - lines));
}

void SourceManifest::reach(const std::string& path, Paths& reached) const {
  const auto source = sources_.find(path);
  if (source == sources_.end() || !reached.insert(path).second) return;
  for (const std::string& header : source->second.includes) {
    reach(header, reached);
    reach(std::filesystem::path(header).replace_extension(".cpp").string(), reached);
  }
}

/// Collects the sources outside of src/heddle/policy/, and the sources in this folder that no
/// policy uses. Adds all sources that the collected sources include.
void SourceManifest::find_common() {
  Paths of_policies;
  for (const auto& [policy, path] : registering_) reach(path, of_policies);
  for (const auto& [path, source] : sources_) {
    if (!path.starts_with(kPolicies) || !of_policies.contains(path)) reach(path, common_);
  }
}

std::optional<std::set<std::string>> SourceManifest::sources(const PolicyNames& chosen) const {
  for (const auto& policy : chosen) {
    if (!registering_.contains(policy)) return {};
  }
  Paths all = common_;
  for (const auto& [policy, path] : registering_) {
    const auto name = chosen.find(policy.first);
    if (name != chosen.end() && name->second != policy.second) continue;
    Paths own;
    reach(path, own);
    all.merge(own);
  }
  return all;
}

std::optional<std::string> SourceManifest::hash(const PolicyNames& chosen) const {
  const auto paths = sources(chosen);
  if (!paths) return {};
  std::vector<std::string> texts;
  for (const std::string& path : *paths) {
    texts.push_back(path);
    texts.push_back(sources_.at(path).hash);
  }
  return content_hash(unambiguous(texts));
}

}  // namespace heddle::study
