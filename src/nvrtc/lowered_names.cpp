#include "nvrtc/lowered_names.hpp"

#include <fmt/core.h>

namespace heddle::nvrtc {
namespace {

/// The beginning of the variables' names, followed by the index of the expression.
constexpr const char* kPrefix = "__heddle_nvrtc_name_";

/// The name in an initializer: `name` or `generic(name)`.
std::string name_in(std::string initializer) {
  constexpr std::string_view kGeneric = "generic(";
  if (initializer.starts_with(kGeneric))
    initializer = initializer.substr(kGeneric.size(), initializer.find(')') - kGeneric.size());
  const bool is_name = initializer.find_first_of("{}()+, ") == std::string::npos &&
                       initializer.find_first_of("-0123456789") != 0;
  return is_name ? initializer : "";
}

/// The text inside a string of a #line directive.
std::string in_quotes(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

}  // namespace

std::string name_definitions(const std::vector<std::string>& expressions) {
  std::string text;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    text += fmt::format(
        "\n#line 1 \"name expression {}\"\n"
        "extern \"C\" __device__ __attribute__((used)) auto {}{} = {};\n",
        in_quotes(expressions[i]), kPrefix, i, expressions[i]);
  }
  return text;
}

std::vector<std::string> take_lowered_names(std::string& ptx, std::size_t count) {
  std::vector<std::string> names(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string variable = fmt::format(" {}{}", kPrefix, i);
    for (const char* const after : {" = ", ";", "["}) {
      const std::size_t at = ptx.find(variable + after);
      if (at == std::string::npos) continue;
      const std::size_t end = ptx.find(';', at);
      const std::size_t value = at + variable.size() + 3;
      if (std::string_view(after) == " = ") names[i] = name_in(ptx.substr(value, end - value));
      const std::size_t begin = ptx.rfind('\n', at) + 1;
      ptx.erase(begin, end + 1 - begin);
    }
  }
  return names;
}

}  // namespace heddle::nvrtc
