// Rows of words in aligned columns, or as a Markdown table.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

struct Table {
  std::vector<std::string> columns;  ///< headings
  std::vector<std::vector<std::string>> rows;

  /// Pads all columns but the first ones, `left` of them, so that digits line up.
  void align_right(std::size_t left = 1);
  std::string text() const;
  std::string markdown() const;
};

}  // namespace heddle::cli
