// PTX text to syntax tree. Everything that PTX's grammar and name rules forbid is refused with a
// place and what was expected; what an instruction means, and whether it is supported, is for the
// lowering to say.
#pragma once

#include <string>
#include <string_view>

#include "heddle/ptx/tree/tree.hpp"

namespace heddle::ptx {

/// Parses a whole module (PTX ISA 6.0 to 9.x). Throws SourceError: "file:line:column: expected ','
/// before '%r2'". `file_name` is only for messages; the text is copied into the module. Zero bytes
/// at its end are padding.
Module parse(std::string_view text, const std::string& file_name);

}  // namespace heddle::ptx
