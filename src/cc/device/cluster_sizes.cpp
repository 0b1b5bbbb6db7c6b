#include "cc/device/cluster_sizes.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

namespace heddle::cc {
namespace {

constexpr std::string_view kAnnotations = "\n@llvm.global.annotations = ";
constexpr std::string_view kText = "c\"heddle.cluster_dims\\00\"";

/// The line that defines a global value of the module, without its name.
std::string_view definition_of(std::string_view module, std::string_view name) {
  const std::string begin = fmt::format("\n{} = ", name);
  const std::size_t at = module.find(begin);
  if (at == std::string_view::npos) return "";
  module.remove_prefix(at + begin.size());
  return module.substr(0, module.find('\n'));
}

/// The names of the text's global values, in order: "@name" or "@\"name\"".
std::vector<std::string_view> names_in(std::string_view text) {
  std::vector<std::string_view> names;
  for (std::size_t at = text.find('@'); at != std::string_view::npos; at = text.find('@', at + 1)) {
    const bool is_quoted = text.substr(at + 1).starts_with('"');
    const std::size_t end =
        is_quoted ? text.find('"', at + 2) + 1 : text.find_first_of(" ,)}]", at);
    names.push_back(text.substr(at, end - at));
  }
  return names;
}

/// The numbers of a structure constant: "{ i32 2, i32 1 }".
std::array<unsigned, 3> numbers_of(std::string_view definition) {
  std::array<unsigned, 3> numbers{1, 1, 1};
  std::string_view values = definition.substr(definition.find('}') + 1);
  for (unsigned& number : numbers) {
    const std::size_t at = values.find(" i");
    if (at == std::string_view::npos) break;
    values.remove_prefix(values.find(' ', at + 1) + 1);
    std::from_chars(values.data(), values.data() + values.size(), number);
  }
  return numbers;
}

std::string plain_name(std::string_view name) {
  name.remove_prefix(1);
  if (!name.starts_with('"')) return std::string(name);
  return std::string(name.substr(1, name.size() - 2));
}

}  // namespace

std::vector<ClusterSize> cluster_sizes_of(const std::string& module) {
  std::vector<ClusterSize> sizes;
  if (module.find(kText) == std::string::npos) return sizes;
  const std::size_t at = module.find(kAnnotations);
  if (at == std::string::npos) return sizes;
  const std::size_t line = at + 1;
  const std::string_view list =
      std::string_view(module).substr(line, module.find('\n', line) - line);
  // Each annotation names the function, the text, the file and the arguments.
  const std::vector<std::string_view> names = names_in(list.substr(list.find('[')));
  constexpr std::size_t kNames = 4;
  for (std::size_t i = 0; i + kNames <= names.size(); i += kNames) {
    if (definition_of(module, names[i + 1]).find(kText) == std::string_view::npos) continue;
    sizes.push_back({plain_name(names[i]), numbers_of(definition_of(module, names[i + 3]))});
  }
  return sizes;
}

std::string with_cluster_sizes(std::string ptx, const std::vector<ClusterSize>& sizes) {
  for (const ClusterSize& size : sizes) {
    const std::string entry = fmt::format(".entry {}(", size.kernel);
    for (std::size_t at = ptx.find(entry); at != std::string::npos; at = ptx.find(entry, at + 1)) {
      const std::size_t body = ptx.find("\n{", at);
      if (body == std::string::npos || ptx.find(';', at) < body) continue;  // a declaration
      ptx.insert(body, fmt::format("\n.explicitcluster\n.reqnctapercluster {}, {}, {}",
                                   size.blocks[0], size.blocks[1], size.blocks[2]));
      break;
    }
  }
  return ptx;
}

}  // namespace heddle::cc
