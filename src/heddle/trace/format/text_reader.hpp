// Reads a trace that is one text.
#pragma once

#include "heddle/trace/bytes/line_reader.hpp"
#include "heddle/trace/format/kernel_reader.hpp"

namespace heddle::trace {

/// Reads the lines before the first block, or all lines if there is no block. Checks the header.
/// Returns the line that begins the first block in `line`, and whether there is such a line.
bool read_header(LineReader& lines, KernelHeader& header, std::string_view& line);

/// Reads header and blocks.
void read_text(LineReader& lines, KernelVisitor& visitor);

}  // namespace heddle::trace
