// Parses the headers and performance directives of functions, and merges repeated declarations of a
// function. body.hpp parses the body.
#pragma once

#include "heddle/ptx/state.hpp"

namespace heddle::ptx {

/// Parses a function. The caller has already parsed the linkage, and the next token is .entry or
/// .func. Adds a function to Module::functions or completes an earlier declaration in this list.
void parse_function(ModuleState& state, Linkage linkage);

/// Parses `.pragma "a", "b";`. The next token is the directive.
void parse_pragma(TokenStream& tokens, std::vector<std::string_view>& pragmas);

/// Parses a directive that may follow the parameters of a .func or of a .callprototype. Returns
/// false if the next token is no directive of this kind.
bool parse_call_attribute(TokenStream& tokens, bool& is_noreturn);

}  // namespace heddle::ptx
