// Parses the initialisers of variables. Numbers become bytes of the variable's image, and addresses
// of symbols become relocations.
#pragma once

#include "heddle/ptx/declaration.hpp"

namespace heddle::ptx {

/// Largest number of initial bytes of a variable (64 MiB).
inline constexpr std::uint64_t kMaxImageBytes = std::uint64_t{1} << 26;

/// Parses the text after '='. If the size of the first dimension is unknown, it becomes the number
/// of elements in the initialiser.
void parse_initializer(TokenStream& tokens, const FindSymbol& find, Variable& variable);

}  // namespace heddle::ptx
