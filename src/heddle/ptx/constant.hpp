// Constant expressions of PTX: 64-bit integers, signed unless a U, the size or the other side makes
// them unsigned, and doubles. An exact 0f constant is kept as it is and takes part in no
// expression.
#pragma once

#include <cstdint>

#include "heddle/ptx/tokens/token_stream.hpp"

namespace heddle::ptx {

struct Constant {
  enum class Kind : std::uint8_t { integer, float32, float64 };
  Kind kind = Kind::integer;
  bool is_unsigned = false;
  std::uint64_t bits = 0;  ///< two's complement, 32 bits of a float or 64 of a double
  Place place;
};

/// Whether the next token begins a constant (a number, a sign, '(' or WARP_SZ).
bool at_constant(TokenStream& tokens);

/// Parses and evaluates an expression.
Constant parse_constant(TokenStream& tokens);

/// The same, which must be an integer; `what` names it in the message.
Constant parse_integer_constant(TokenStream& tokens, std::string_view what);

}  // namespace heddle::ptx
