// Parses functions: header, performance directives, and repeated declarations, which it merges.
// body.hpp parses the body.
#pragma once

#include "heddle/ptx/state.hpp"

namespace heddle::ptx {

/// Parses a function whose linkage is parsed already. The next token is .entry or .func. Adds a
/// function to Module::functions or completes an earlier declaration there.
void parse_function(ModuleState& state, Linkage linkage);

/// Parses `.pragma "a", "b";`. The directive is the next token.
void parse_pragma(TokenStream& tokens, std::vector<std::string_view>& pragmas);

/// Parses a directive that may follow the parameters of a .func or of a .callprototype. Returns
/// false if the next token is no such directive.
bool parse_call_attribute(TokenStream& tokens, bool& is_noreturn);

}  // namespace heddle::ptx
