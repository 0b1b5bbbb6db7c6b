#include "study/catalogue/kernel_names.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include "heddle/base/files/input_file.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kInclude = "#include \"", kKernel = "__global__";

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string without_comments(const std::string& text) {
  std::string code;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view here = std::string_view(text).substr(at, 2);
    if (here != "//" && here != "/*") {
      code += text[at++];
      continue;
    }
    const bool is_line = here == "//";
    const std::size_t end = text.find(is_line ? "\n" : "*/", at + 2);
    if (end == std::string::npos) break;
    at = end + (is_line ? 0 : 2);
    code += ' ';
  }
  return code;
}

/// The text of the file without comments. The texts of included files stand in place of the
/// directives; each file is included once.
std::string whole_text(const fs::path& file, std::set<fs::path>& seen) {
  if (!seen.insert(fs::weakly_canonical(file)).second) return "";
  const std::string own = without_comments(read_file(file, file_kinds::kSource));
  std::string text;
  std::size_t from = 0;
  for (std::size_t at = own.find(kInclude); at != std::string::npos;
       at = own.find(kInclude, from)) {
    const std::size_t begin = at + kInclude.size();
    const std::size_t end = own.find('"', begin);
    if (end == std::string::npos) break;
    text += own.substr(from, at - from);
    const fs::path included = file.parent_path() / own.substr(begin, end - begin);
    std::error_code error;
    if (fs::is_regular_file(included, error)) text += whole_text(included, seen);
    from = end + 1;
  }
  return text + own.substr(from);
}

/// The position after the brackets that begin at `at`.
std::size_t after_brackets(std::string_view text, std::size_t at) {
  const char open = text[at], close = open == '(' ? ')' : '>';
  for (unsigned depth = 0; at < text.size(); ++at) {
    depth += text[at] == open ? 1 : 0;
    if (text[at] == close && --depth == 0) return at + 1;
  }
  return at;
}

/// The name of the function whose declaration continues at `at`: the word before its parameters.
/// Skips words that begin with "__", such as __launch_bounds__(256). "": there is no name.
std::string function_name(std::string_view text, std::size_t at) {
  std::string word;
  while (at < text.size() && text[at] != ';' && text[at] != '{') {
    if (is_of_name(text[at])) {
      word.clear();
      while (at < text.size() && is_of_name(text[at])) word += text[at++];
    } else if (text[at] == '(' && !word.empty() && !word.starts_with("__")) {
      return word;
    } else {
      at = text[at] == '(' || text[at] == '<' ? after_brackets(text, at) : at + 1;
    }
  }
  return "";
}

}  // namespace

std::vector<std::string> kernel_names(const fs::path& source) {
  std::set<fs::path> seen;
  const std::string text = whole_text(source, seen);
  std::vector<std::string> names;
  for (std::size_t at = text.find(kKernel); at != std::string::npos;
       at = text.find(kKernel, at + 1)) {
    const std::string name = function_name(text, at + kKernel.size());
    if (name.empty() || std::ranges::find(names, name) != names.end()) continue;
    names.push_back(name);
  }
  return names;
}

}  // namespace heddle::study
