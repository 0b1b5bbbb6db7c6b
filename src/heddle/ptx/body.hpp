// Parses function bodies: scopes, declarations, labels, tables and instructions, in the order of
// the text.
#pragma once

#include "heddle/ptx/state.hpp"

namespace heddle::ptx {

/// Parses "{ ... }" into Module::functions[index]. The caller has already parsed the function's
/// header.
void parse_body(ModuleState& state, std::uint32_t index);

/// Parses ".file 1 "a.cu", 123, 456" into `files`. The directive is the next token.
void parse_file_directive(TokenStream& tokens, std::vector<SourceFile>& files);

}  // namespace heddle::ptx
