#include "study/runs/kernel_name.hpp"

#include <algorithm>
#include <string_view>

namespace heddle::study {
namespace {

/// The position of the parameters: the first parenthesis outside of template arguments.
std::size_t parameters_at(const std::string& name) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)";
  unsigned depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name.compare(i, kAnonymous.size(), kAnonymous) == 0) {
      i += kAnonymous.size() - 1;
    } else if (name[i] == '<') {
      ++depth;
    } else if (name[i] == '>' && depth > 0) {
      --depth;
    } else if (name[i] == '(' && depth == 0) {
      return i;
    }
  }
  return name.size();
}

std::string cut(const std::string& name, std::size_t width) {
  return name.size() <= width ? name : name.substr(0, width - 3) + "...";
}

}  // namespace

std::string shortened(const std::string& demangled, std::size_t width) {
  if (demangled.size() <= width) return demangled;
  return cut(demangled.substr(0, parameters_at(demangled)), width);
}

std::string short_name(const std::string& demangled, std::size_t width) {
  const std::string name = demangled.substr(0, parameters_at(demangled));
  const std::size_t scope_end = std::min(name.find('<'), name.size());
  const std::size_t before = name.find_last_of(" :", scope_end);
  return cut(before == std::string::npos ? name : name.substr(before + 1), width);
}

}  // namespace heddle::study
