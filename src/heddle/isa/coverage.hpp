// The table of supported PTX instructions for the documentation, made from the op table.
#pragma once

#include <string>
#include <string_view>

namespace heddle::isa {

/// Markdown: one line a pattern, by class of operation.
std::string coverage_table();

/// A pattern as it can stand in a cell of a Markdown table.
std::string escaped_for_markdown(std::string_view text);

}  // namespace heddle::isa
