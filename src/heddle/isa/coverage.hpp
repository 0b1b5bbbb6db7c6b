// The table of supported PTX instructions in the documentation, generated from the op table.
#pragma once

#include <string>
#include <string_view>

namespace heddle::isa {

/// Markdown text with one line for each pattern, grouped by class of operation.
std::string coverage_table();

/// Escapes a pattern so that it can stand in a cell of a Markdown table.
std::string escaped_for_markdown(std::string_view text);

}  // namespace heddle::isa
