// Bodies of functions: scopes, declarations, labels, tables and instructions in order.
#pragma once

#include "heddle/ptx/state.hpp"

namespace heddle::ptx {

/// Parses "{ ... }" into Module::functions[index], whose header is there already.
void parse_body(ModuleState& state, std::uint32_t index);

/// ".file 1 "a.cu", 123, 456" into `files`; the directive is the next token.
void parse_file_directive(TokenStream& tokens, std::vector<SourceFile>& files);

}  // namespace heddle::ptx
