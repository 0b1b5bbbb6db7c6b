// D = A * B + C for any types of a matrix unit, with the operands as words of a matrix.
#pragma once

#include "heddle/exec/matrix/word_products.hpp"

namespace heddle::exec {

/// The types and rules of one product.
struct ProductTypes {
  isa::Type a, b, c, d;
  isa::MatrixArithmetic arithmetic = isa::MatrixArithmetic::ampere;
  bool clamps = false;  ///< sums of integers stay within the range of s32
  bool is_and = false;  ///< products of bits count a & b; false: a ^ b
};

/// Multiplies. B must have at most kMostElements elements.
void multiply(const ProductTypes& types, WordFactors& factors, std::uint32_t* d);

}  // namespace heddle::exec
