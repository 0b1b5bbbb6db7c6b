#include "source_files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace heddle::layers {
namespace {

namespace fs = std::filesystem;

bool has_ending(const fs::path& file, const std::vector<std::string>& endings) {
  return std::find(endings.begin(), endings.end(), file.extension().string()) != endings.end();
}

/// Index just past a literal, comment or preprocessor line that begins at `at`, or `at`.
std::size_t skipped(const std::string& text, std::size_t at) {
  const std::string_view rest = std::string_view(text).substr(at);
  const auto after = [&](std::string_view end, std::size_t from) {
    const std::size_t found = rest.find(end, from);
    return found == std::string_view::npos ? text.size() : at + found + end.size();
  };
  const bool line_start = at == 0 || text[at - 1] == '\n';
  if (rest.starts_with("//")) return after("\n", 0) - 1;
  if (rest.starts_with("/*")) return after("*/", 2);
  if (rest.starts_with("R\"")) {
    const std::size_t open = rest.find('(');
    return after(")" + std::string(rest.substr(2, open - 2)) + "\"", open);
  }
  const bool digit_separator = at > 0 && isalnum(static_cast<unsigned char>(text[at - 1])) != 0;
  if (rest[0] == '"' || (rest[0] == '\'' && !digit_separator)) {
    std::size_t end = at + 1;
    while (end < text.size() && text[end] != rest[0]) end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
  }
  if (line_start && rest.substr(0, rest.find_first_not_of(" ") + 1).ends_with('#')) {
    std::size_t end = at;
    while (end < text.size() && (text[end] != '\n' || text[end - 1] == '\\')) ++end;
    return end;
  }
  return at;
}

enum class Scope { outside, type, function, inside };

/// What an opening brace begins, from the words before it and where it stands.
Scope scope_of(const std::string& words, Scope around) {
  if (around == Scope::function || around == Scope::inside) return Scope::inside;
  const auto says = [&](const char* word) { return words.find(word) != std::string::npos; };
  if (says("(")) return Scope::function;
  if (says("class ") || says("struct ") || says("union ") || says("enum ")) return Scope::type;
  if (says("=") || says(" operator")) return Scope::inside;
  return Scope::outside;
}

std::string name_of(const std::string& words) {
  const std::size_t open = words.find('(');
  const std::size_t begin = words.find_last_of(" *&\n", open == 0 ? 0 : open - 1);
  return words.substr(begin + 1, open - begin - 1);
}

}  // namespace

std::size_t SourceFile::lines() const {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::vector<SourceFile> source_files(const std::vector<std::string>& folders,
                                     const std::vector<std::string>& endings) {
  std::vector<SourceFile> files;
  const fs::path root = HEDDLE_SOURCE;
  for (const std::string& folder : folders) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file() || !has_ending(entry.path(), endings)) continue;
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      files.push_back({fs::relative(entry.path(), root).string(), text.str()});
    }
  }
  return files;
}

std::string code_only(const std::string& text) {
  std::string code = text;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = skipped(text, at);
    for (std::size_t i = at; i < end; ++i) {
      if (code[i] != '\n') code[i] = ' ';
    }
    at = std::max(end, at + 1);
  }
  return code;
}

std::vector<FunctionBody> function_bodies(const std::string& text) {
  struct Open {
    Scope scope;
    FunctionBody body;
  };
  std::vector<FunctionBody> bodies;
  std::vector<Open> open;
  std::string words;  // since the last brace or semicolon
  std::size_t line = 1;
  for (const char c : code_only(text)) {
    if (c == '\n') ++line;
    if (c == '{') {
      const Scope scope = scope_of(words, open.empty() ? Scope::outside : open.back().scope);
      open.push_back({scope, {scope == Scope::function ? name_of(words) : "", line, 0}});
      words.clear();
    } else if (c == '}' && !open.empty()) {
      Open closed = std::move(open.back());
      open.pop_back();
      closed.body.lines = line - closed.body.first_line + 1;
      if (closed.scope == Scope::function) bodies.push_back(std::move(closed.body));
      words.clear();
    } else if (c == ';') {
      words.clear();
    } else {
      words += c;
    }
  }
  return bodies;
}

}  // namespace heddle::layers
