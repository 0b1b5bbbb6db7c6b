// Evaluates constant expressions of PTX: doubles and 64-bit integers. An integer is unsigned if it
// has the suffix U, if it does not fit a signed number, or if the other operand is unsigned. An
// exact float constant (0f and 8 digits) keeps its bits and cannot be part of a larger expression.
#pragma once

#include <cstdint>

#include "heddle/ptx/tokens/token_stream.hpp"

namespace heddle::ptx {

struct Constant {
  enum class Kind : std::uint8_t { integer, float32, float64 };
  Kind kind = Kind::integer;
  bool is_unsigned = false;
  /// An integer in two's complement, the 32 bits of a float, or the 64 bits of a double.
  std::uint64_t bits = 0;
  TextPosition place;
};

/// True if the next token begins a constant: a number, a sign, '(' or WARP_SZ.
bool at_constant(TokenStream& tokens);

/// Parses and evaluates an expression.
Constant parse_constant(TokenStream& tokens);

/// Parses and evaluates an expression that must be an integer. The error message calls the
/// expression `what`.
Constant parse_integer_constant(TokenStream& tokens, std::string_view what);

}  // namespace heddle::ptx
