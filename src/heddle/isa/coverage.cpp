#include "heddle/isa/coverage.hpp"

#include <fmt/core.h>

#include "heddle/isa/terms/op.hpp"

namespace heddle::isa {

std::string escaped_for_markdown(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '|') escaped += '\\';
    escaped += letter;
  }
  return escaped;
}

std::string coverage_table() {
  std::string table = "| class | PTX |\n|---|---|\n";
  for (unsigned i = 0; i < kOpClasses; ++i) {
    for (const OpInfo& row : op_table()) {
      if (row.op_class != static_cast<OpClass>(i) || row.pattern.empty()) continue;
      table +=
          fmt::format("| {} | `{}` |\n", name_of(row.op_class), escaped_for_markdown(row.pattern));
    }
  }
  return table;
}

}  // namespace heddle::isa
