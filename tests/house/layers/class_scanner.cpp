#include "class_scanner.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <string_view>

#include "source_files.hpp"

namespace heddle::layers {
namespace {

bool is_word(char c) { return isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \n");
  return begin == std::string::npos ? ""
                                    : text.substr(begin, text.find_last_not_of(" \n") - begin + 1);
}

std::string first_word(const std::string& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_word);
  return {text.begin(), end};
}

/// The last name in the text.
std::string last_word(const std::string& text) {
  const auto end = std::find_if(text.rbegin(), text.rend(), is_word);
  return {std::find_if_not(end, text.rend(), is_word).base(), end.base()};
}

/// Removes each `word` with what stands in the brackets after it.
std::string without(std::string text, std::string_view word, char open, char close) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    std::size_t end = text.find(open, at);
    for (int depth = 0; end < text.size(); ++end) {
      if (text[end] == open) ++depth;
      if (text[end] == close && --depth == 0) break;
    }
    text.erase(at, std::min(end, text.size() - 1) + 1 - at);
  }
  return text;
}

/// A declaration without attributes and the like, cut into declarators, of which each ends before
/// its initializer. Template arguments are left out.
std::vector<std::string> declarators(const std::string& declaration) {
  std::vector<std::string> parts(1);
  int angles = 0, others = 0;
  bool in_initializer = false;
  for (const char c : declaration) {
    if (c == '(' || c == '{' || c == '[') ++others;
    if (c == ')' || c == '}' || c == ']') --others;
    if (!in_initializer && others == 0 && c == '<') ++angles;
    const bool is_outside = angles == 0 && others == 0;
    if (!in_initializer && others == 0 && c == '>' && angles > 0) {
      --angles;
      continue;
    }
    if (is_outside && c == '=') in_initializer = true;
    if (is_outside && c == ',') {
      parts.emplace_back();
      in_initializer = false;
    } else if (angles == 0 && !in_initializer) {
      parts.back() += c;
    }
  }
  return parts;
}

/// A function's name, if that is what is declared; "": it is something else.
std::string function_name(const std::string& declaration) {
  if (declaration.find("operator") != std::string::npos) return "operator";
  const std::string head = declarators(declaration).front();
  const std::size_t open = head.find('(');
  if (open == std::string::npos || head.compare(open, 2, "(*") == 0) return "";
  return last_word(head.substr(0, open));
}

/// The name of a declarator that is no function: before what gives an array's or a bit field's
/// size.
std::string data_name(const std::string& declarator) {
  static const std::regex pattern("(?:^|\\(\\*|[^\\w:])(\\w+)\\s*(\\)\\(.*|[\\[{].*|:[^:].*)?$");
  std::smatch found;
  const std::string text = trimmed(declarator);
  return std::regex_search(text, found, pattern) ? found[1].str() : text;
}

/// Reads scope by scope.
class Reader {
 public:
  explicit Reader(const std::string& text) : code_(code_only(text)) {}

  std::vector<ClassDeclaration> read() {
    while (at_ < code_.size()) read_scope(nullptr);
    return std::move(classes_);
  }

 private:
  /// Up to the closing brace of a scope; `owner`: the class whose it is.
  void read_scope(ClassDeclaration* owner) {
    std::string declaration;
    int parentheses = 0;
    while (at_ < code_.size()) {
      const char c = code_[at_++];
      if (c == '(') ++parentheses;
      if (c == ')') --parentheses;
      if (parentheses == 0 && c == '}') return;
      if (parentheses == 0 && c == ';') {
        if (owner != nullptr) add_declaration(*owner, simple(declaration));
        declaration.clear();
      } else if (parentheses == 0 && c == '{') {
        open_brace(owner, declaration);
      } else {
        declaration += c;
      }
      if (c == ':' && is_access(trimmed(declaration))) declaration.clear();
    }
  }

  void open_brace(ClassDeclaration* owner, std::string& declaration) {
    const std::string words = simple(declaration);
    const std::string first = first_word(words);
    if (first == "class" || first == "struct" || first == "union") {
      read_class(owner, words, declaration);
    } else if (first == "namespace" || first == "extern" || words.empty()) {
      read_scope(nullptr);
    } else {
      skip_braces();
      const bool is_function = first != "enum" && !function_name(words).empty();
      // A brace after a constructor's colon may initialize a member: the body comes later.
      const std::size_t next = code_.find_first_not_of(" \n", at_);
      const bool goes_on = next != std::string::npos && (code_[next] == ',' || code_[next] == '{');
      if (!is_function || goes_on) {
        if (first != "enum") declaration += "{}";
        return;
      }
      if (owner != nullptr) owner->methods.push_back(function_name(words));
    }
    declaration.clear();
  }

  void read_class(ClassDeclaration* owner, const std::string& words,
                  const std::string& declaration) {
    const std::string first = first_word(words);
    const std::string rest = trimmed(words.substr(first.size()));
    ClassDeclaration found;
    found.name = first_word(rest);
    found.line = 1 + static_cast<std::size_t>(
                         std::count(code_.begin(), code_.begin() + static_cast<long>(at_), '\n'));
    found.is_struct = first != "class";
    found.is_template = first_word(trimmed(declaration)) == "template";
    read_scope(&found);
    if (owner != nullptr) owner->inner.push_back(found);
    classes_.push_back(std::move(found));
  }

  static void add_declaration(ClassDeclaration& owner, const std::string& declaration) {
    static const std::set<std::string> kOthers = {"using", "typedef", "friend", "static_assert",
                                                  "enum",  "class",   "struct", "union"};
    if (declaration.empty() || kOthers.contains(first_word(declaration))) return;
    const std::string function = function_name(declaration);
    if (!function.empty()) {
      const bool is_written =
          !declaration.ends_with("= default") && !declaration.ends_with("= delete");
      if (is_written) owner.methods.push_back(function);
      return;
    }
    if (declaration.find("constexpr ") != std::string::npos) return;
    static const std::regex single("^(?:const )?(\\w+) \\w+");
    std::smatch type;
    const bool is_single = std::regex_search(declaration, type, single);
    for (const std::string& declarator : declarators(declaration)) {
      owner.data.push_back(data_name(declarator));
      owner.types.push_back(is_single ? type[1].str() : "");
      owner.has_references |= declarator.find('&') != std::string::npos;
    }
  }

  void skip_braces() {
    for (int depth = 1; at_ < code_.size() && depth != 0; ++at_) {
      if (code_[at_] == '{') ++depth;
      if (code_[at_] == '}') --depth;
    }
  }

  static std::string simple(const std::string& declaration) {
    std::string words = without(declaration, "template", '<', '>');
    words = without(words, "alignas", '(', ')');
    return trimmed(without(words, "[[", '[', ']'));
  }

  static bool is_access(const std::string& words) {
    return words == "public:" || words == "private:" || words == "protected:";
  }

  std::string code_;
  std::size_t at_ = 0;
  std::vector<ClassDeclaration> classes_;
};

}  // namespace

std::size_t ClassDeclaration::held() const {
  std::size_t count = data.size();
  for (const std::string& type : types)
    for (const ClassDeclaration& each : inner)
      if (each.name == type && each.has_references) count += each.held() - 1;
  return count;
}

bool ClassDeclaration::is_data_alone() const {
  return std::all_of(methods.begin(), methods.end(),
                     [](const std::string& method) { return method == "describe"; });
}

std::vector<ClassDeclaration> class_declarations(const std::string& text) {
  return Reader(text).read();
}

std::string snake_case(const std::string& name) {
  std::string snake;
  for (const char c : name) {
    const bool is_upper = isupper(static_cast<unsigned char>(c)) != 0;
    if (is_upper && !snake.empty()) snake += '_';
    snake += static_cast<char>(tolower(static_cast<unsigned char>(c)));
  }
  return snake;
}

std::string named_after(const std::string& path, const std::set<std::string>& classes) {
  const std::string stem = std::filesystem::path(path).stem().string();
  std::string longest;
  for (const std::string& name : classes) {
    const std::string snake = snake_case(name);
    const bool fits = stem == snake || stem.starts_with(snake + "_");
    if (fits && name.size() > longest.size()) longest = name;
  }
  return longest;
}

}  // namespace heddle::layers
