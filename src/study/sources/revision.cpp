#include "study/sources/revision.hpp"

#include <sstream>

#include <fmt/core.h>

#include "cc/options/words.hpp"
#include "heddle/base/files/input_file.hpp"
#include "jobs/processes/answer.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

constexpr const char* kChanges = "+changes";

std::string marked(const std::string& revision) {
  return revision.ends_with(kChanges) ? revision : revision + kChanges;
}

/// The present revision of the source tree, as its scripts/revision.sh prints it; "" if the script
/// fails.
std::string tree_revision(const fs::path& source) {
  const std::string script = (source / "scripts" / "revision.sh").string();
  const jobs::Answer answer = jobs::ask_shell("exec 2>/dev/null; sh " + cc::shell_word(script));
  return answer.exit_code == 0 ? answer.text.substr(0, answer.text.find('\n')) : "";
}

/// The first line of a file; "" if there is no such file.
std::string first_line(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return "";
  const std::string text = read_file(file, file_kinds::kDocument);
  return text.substr(0, text.find('\n'));
}

fs::path installed_file(const fs::path& programs) {
  return programs.parent_path() / "share" / "heddle" / "revision";
}

}  // namespace

std::string stated_revision(const fs::path& programs) {
  for (const fs::path& file : {programs / "revision", installed_file(programs)}) {
    if (const std::string name = first_line(file); !name.empty()) return name;
  }
  return "unknown";
}

Revision built_revision(const fs::path& programs) {
  const fs::path file = programs / "revision";
  const fs::path installed = installed_file(programs);
  if (!fs::exists(file) && fs::exists(installed)) {
    return {first_line(installed),
            "heddle is installed; one that is built in a git checkout says what measures"};
  }
  if (!fs::exists(file)) {
    return {"unknown",
            fmt::format("there is no file '{}': build heddle in a git checkout", file.string())};
  }
  std::istringstream lines(read_file(file, file_kinds::kDocument));
  std::string built, source;
  std::getline(lines, built);
  std::getline(lines, source);
  const std::string now = tree_revision(source);
  if (now.empty()) {
    return {marked(built), fmt::format("git does not say which revision '{}' is", source)};
  }
  if (now != built) {
    return {marked(built), fmt::format("heddle was built from {}, and '{}' is at {}: run ninja",
                                       built, source, now)};
  }
  if (built.ends_with(kChanges)) {
    return {built, fmt::format("'{}' has changes that are not committed", source)};
  }
  return {built, ""};
}

}  // namespace heddle::study
