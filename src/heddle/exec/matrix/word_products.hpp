// D = A * B + C for elements of at most 32 bits, eight columns of D at a time. The results are
// those of dot_product.hpp and of docs/guide/matrix.md.
#pragma once

#include <cstdint>

#include "heddle/exec/matrix/dot_product.hpp"
#include "heddle/exec/matrix/fragment_map.hpp"
#include "heddle/isa/terms/modifiers.hpp"

namespace heddle::exec {

/// The operands of one product. B has a multiple of eight columns.
struct WordFactors {
  unsigned rows = 0, columns = 0;                          ///< size of D
  unsigned length = 0;                                     ///< elements in a row of A
  std::uint32_t *a = nullptr, *b = nullptr, *c = nullptr;  ///< row by row, a word for each element
  /// For each element of `a` the row of B that it is multiplied with. Null: they are in order.
  const std::uint16_t* rows_of_b = nullptr;

  unsigned row_of_b(unsigned row, unsigned i) const {
    return rows_of_b != nullptr ? rows_of_b[row * length + i] : i;
  }
};

/// Multiplies floating-point numbers of ordinary sizes. Returns false, with D undefined, if an
/// operand or a sum is not finite, subnormal in f32, or so small or large that a product could
/// leave the range of f32. Then float_dot() has the result.
bool multiply_finite(const WordFactors& factors, const SumFormats& formats, const SumRules& rules,
                     std::uint32_t* d);

/// Multiplies integers of 4 or 8 bits, and extends A and B to 32 bits by the signs of their types.
/// The sum wraps, or with `clamps` stays within the range of s32.
void multiply_integers(WordFactors& factors, isa::Type a, isa::Type b, bool clamps,
                       std::uint32_t* d);

/// Adds the number of ones in a & b, or in a ^ b, of each word of a row and a column.
void multiply_bits(const WordFactors& factors, bool is_and, std::uint32_t* d);

}  // namespace heddle::exec
