#include "cc/source/launch_spelling.hpp"

#include <cctype>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/core.h>

#include "cc/source/literal.hpp"
#include "cc/source/nvcc_spelling.hpp"

namespace heddle::cc {
namespace fs = std::filesystem;

namespace {

/// The position after three characters `angle` that begin at `at`, if there is a blank among them.
std::optional<std::size_t> end_of_split_angles(const std::string& text, std::size_t at,
                                               char angle) {
  std::size_t end = at;
  bool blank = false;
  for (int count = 0; count < 3; ++count) {
    while (count > 0 && end < text.size() && is_blank(text[end])) {
      blank = true;
      ++end;
    }
    if (end >= text.size() || text[end] != angle) return std::nullopt;
    ++end;
  }
  return blank ? std::optional(end) : std::nullopt;
}

/// Whether `operator` stands before `at`: `operator<< <T>` is no launch.
bool follows_operator(const std::string& text, std::size_t at) {
  while (at > 0 && is_blank(text[at - 1])) --at;
  return at >= 8 && text.compare(at - 8, 8, "operator") == 0;
}

/// Writes the three angles side by side and moves the blanks behind them.
void join(std::string& text, std::size_t begin, std::size_t end, char angle) {
  text.replace(begin, end - begin, std::string(3, angle) + std::string(end - begin - 3, ' '));
}

/// Joins the closing angles of a launch whose opening angles end at `at`. The closing angles are
/// not inside round or square brackets.
void join_closing(std::string& text, std::size_t at) {
  int depth = 0;
  while (at < text.size()) {
    if (const std::size_t past = past_literal(text, at); past != at) {
      at = past;
      continue;
    }
    const char c = text[at];
    if (c == ';' || c == '{') return;
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == '>' && depth == 0) {
      if (text.compare(at, 3, ">>>") == 0) return;
      if (const auto end = end_of_split_angles(text, at, '>')) return join(text, at, *end, '>');
    }
    ++at;
  }
}

/// The names in the text's lines `#include "..."`.
std::vector<std::string> quoted_includes(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t at = text.find('#'); at != std::string::npos; at = text.find('#', at + 1)) {
    std::size_t i = at + 1;
    while (i < text.size() && is_blank(text[i])) ++i;
    if (text.compare(i, 7, "include") != 0) continue;
    i += 7;
    while (i < text.size() && is_blank(text[i])) ++i;
    if (i >= text.size() || text[i] != '"') continue;
    const std::size_t end = text.find_first_of("\"\n", i + 1);
    if (end != std::string::npos && text[end] == '"')
      names.push_back(text.substr(i + 1, end - i - 1));
  }
  return names;
}

std::vector<fs::path> include_folders(const Options& options) {
  std::vector<fs::path> folders;
  for (const std::string& flag : options.preprocessor) {
    if (flag.starts_with("-I")) folders.emplace_back(flag.substr(2));
  }
  return folders;
}

/// Visits every file that a source reaches through quoted includes, the source itself first.
class IncludeWalk {
 public:
  explicit IncludeWalk(const Options& options) : folders_(include_folders(options)) {}

  template <typename Visit>
  void walk(const fs::path& file, Visit&& visit) {
    std::error_code error;
    const fs::path known = fs::canonical(file, error);
    if (error || !fs::is_regular_file(known) || !seen_.insert(known.string()).second) return;
    const std::string text = read_file(known.string());
    visit(fs::absolute(file).lexically_normal(), text);
    for (const std::string& name : quoted_includes(text)) {
      walk(find(file.parent_path(), name), visit);
    }
  }

 private:
  fs::path find(const fs::path& beside, const std::string& name) const {
    if (fs::exists(beside / name)) return beside / name;
    for (const fs::path& folder : folders_) {
      if (fs::exists(folder / name)) return folder / name;
    }
    return {};
  }

  std::vector<fs::path> folders_;
  std::set<std::string> seen_;
};

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

/// Files of libcu++ whose inline assembly clang does not accept as it is written.
constexpr const char* kLibraryFiles[] = {"/usr/include/cuda/std/barrier",
                                         "/usr/include/cuda/std/chrono"};

/// Overlays the file with a copy that has another text.
void add_root(Session& session, const fs::path& file, const std::string& text, std::string& roots) {
  const std::string copy = session.intermediate(file.string(), ".respelled");
  session.write(copy, text);
  roots += fmt::format(
      R"({}{{"type": "directory", "name": "{}", "contents": [{{"type": "file", "name": "{}", )"
      R"("external-contents": "{}"}}]}})",
      roots.empty() ? "" : ", ", escaped(file.parent_path().string()),
      escaped(file.filename().string()), escaped(fs::absolute(copy).string()));
}

}  // namespace

std::string respelled_launches(const std::string& original) {
  std::string text = original;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t past = past_literal(text, at); past != at) {
      at = past;
      continue;
    }
    const auto end = text[at] == '<' ? end_of_split_angles(text, at, '<') : std::nullopt;
    if (!end || follows_operator(text, at)) {
      // Skips "<<<" as a whole, so that its last two characters do not count as the beginning of a
      // launch.
      at += text.compare(at, 3, "<<<") == 0 ? 3 : 1;
      continue;
    }
    join(text, at, *end, '<');
    join_closing(text, *end);
    at = *end;
  }
  return text;
}

std::vector<std::string> overlay_flags(Session& session, const std::string& source) {
  std::string roots;
  bool uses_library = false;
  const auto respell = [&](const fs::path& file, const std::string& text) {
    uses_library |= text.find("<cuda/") != std::string::npos;
    const std::string respelled =
        respelled_managed(respelled_assembly(respelled_alignment(respelled_launches(text))));
    if (respelled != text) add_root(session, file, respelled, roots);
  };
  IncludeWalk(session.options()).walk(source, respell);
  for (const char* file : kLibraryFiles) {
    if (uses_library && fs::exists(file)) respell(file, read_file(file));
  }
  if (roots.empty()) return {};
  const std::string overlay = session.intermediate(source, ".overlay.json");
  session.write(overlay, fmt::format(R"({{"version": 0, "case-sensitive": true, )"
                                     R"("use-external-names": false, "roots": [{}]}})",
                                     roots));
  return {kOverlayFlag, overlay};
}

}  // namespace heddle::cc
