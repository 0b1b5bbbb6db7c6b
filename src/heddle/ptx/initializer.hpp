// Initialisers of variables: numbers become the image's bytes, addresses of symbols become
// relocations.
#pragma once

#include "heddle/ptx/declaration.hpp"

namespace heddle::ptx {

/// Longest image of initial bytes.
inline constexpr std::uint64_t kMaxImageBytes = std::uint64_t{1} << 26;

/// Parses what follows the '='. A first dimension of unknown size becomes that of the initialiser.
void parse_initializer(TokenStream& tokens, const FindSymbol& find, Variable& variable);

}  // namespace heddle::ptx
