// Parses the initialisers of variables. Numbers become bytes of the image, addresses of symbols
// become relocations.
#pragma once

#include "heddle/ptx/declaration.hpp"

namespace heddle::ptx {

/// Largest image of initial bytes.
inline constexpr std::uint64_t kMaxImageBytes = std::uint64_t{1} << 26;

/// Parses the text after '='. A first dimension of unknown size takes the size of the initialiser.
void parse_initializer(TokenStream& tokens, const FindSymbol& find, Variable& variable);

}  // namespace heddle::ptx
