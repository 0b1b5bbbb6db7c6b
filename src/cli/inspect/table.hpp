// Rows of words in aligned columns, or as a Markdown table.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

struct Table {
  std::vector<std::string> columns;  ///< headings
  std::vector<std::vector<std::string>> rows;

  std::string text() const;
  std::string markdown() const;
};

}  // namespace heddle::cli
