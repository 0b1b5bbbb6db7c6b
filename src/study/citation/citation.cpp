#include "study/citation/citation.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::study {
namespace {

constexpr std::string_view kSuite = "suite.";

/// Whether the work is of the suite of benchmarks that the workload stands for.
bool is_of_suite(const Work& work, const std::string& stands_for) {
  return std::ranges::any_of(work.parts, [&](const std::string& part) {
    return part.starts_with(kSuite) &&
           stands_for.find(part.substr(kSuite.size())) != std::string::npos;
  });
}

bool is_of(const Work& work, const std::string& part, const std::string& source) {
  if (part.starts_with("workload.")) return is_of_suite(work, source);
  if (std::ranges::find(work.parts, part) != work.parts.end()) return true;
  return !source.empty() && plain_words(source).find(work.title) != std::string::npos;
}

/// Whether a reader expects a work of the part: of a policy with a source, a machine or a study.
bool must_have_work(const std::string& part, const std::string& source) {
  if (part.starts_with("workload.")) return false;
  return !source.empty() || part.starts_with("machine.") || part.starts_with("study.");
}

std::string own_entry(const UsedParts& used) {
  std::string entry =
      "@software{heddle,\n"
      "  author  = {{The heddle authors}},\n"
      "  title   = {heddle: a cycle-level {GPU} simulator for {SIMT} microarchitecture}";
  if (!used.version.empty()) entry += fmt::format(",\n  version = {{{}}}", used.version);
  if (!used.revision.empty()) entry += fmt::format(",\n  note    = {{Revision {}}}", used.revision);
  return entry + "\n}\n";
}

}  // namespace

Citation cite(const UsedParts& used, std::span<const Work> works) {
  Citation citation;
  std::set<std::string> sourced;
  for (const Work& work : works) {
    CitedWork cited{&work, {}};
    for (const auto& [part, source] : used.sources) {
      if (!is_of(work, part, source)) continue;
      cited.parts.push_back(part);
      sourced.insert(part);
    }
    if (!cited.parts.empty()) citation.works.push_back(std::move(cited));
  }
  for (const auto& [part, source] : used.sources) {
    if (must_have_work(part, source) && !sourced.contains(part)) citation.unsourced.push_back(part);
  }
  return citation;
}

std::string bibtex(const Citation& citation, const UsedParts& used) {
  std::string text = "% the simulator\n" + own_entry(used);
  for (const CitedWork& cited : citation.works)
    text += fmt::format("\n% {}\n{}", fmt::join(cited.parts, ", "), cited.work->entry);
  for (const std::string& part : citation.unsourced)
    text +=
        fmt::format("\n% {}: heddle knows no work of it; cite what its file or text names\n", part);
  return text;
}

}  // namespace heddle::study
