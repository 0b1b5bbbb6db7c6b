// Parses PTX text to a syntax tree. The parser rejects text that violates PTX's grammar or name
// rules, and says where and what was expected. The compiler's lowering decides what an instruction
// means and whether it is supported.
#pragma once

#include <string>
#include <string_view>

#include "heddle/ptx/tree/tree.hpp"

namespace heddle::ptx {

/// Parses a whole module (PTX ISA 6.0 to 9.x). Throws SourceError: "file:line:column: expected ','
/// before '%r2'". Only error messages use `file_name`. The module keeps a copy of the text. The
/// parser ignores zero bytes at the end of the text.
Module parse(std::string_view text, const std::string& file_name);

}  // namespace heddle::ptx
