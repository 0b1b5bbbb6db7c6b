// Functions: header, performance directives, and the merge of repeated declarations; the body is
// body.hpp's.
#pragma once

#include "heddle/ptx/state.hpp"

namespace heddle::ptx {

/// After the linkage; the next token is .entry or .func. Adds to or completes Module::functions.
void parse_function(ModuleState& state, Linkage linkage);

/// `.pragma "a", "b";` with the directive as next token.
void parse_pragma(TokenStream& tokens, std::vector<std::string_view>& pragmas);

/// The directives that may follow the parameters of a .func or of a .callprototype; false when the
/// next is none.
bool parse_call_attribute(TokenStream& tokens, bool& is_noreturn);

}  // namespace heddle::ptx
