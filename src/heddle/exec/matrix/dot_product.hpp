// One element of D = A * B + C, from a row of A, a column of B and an element of C. The guide page
// docs/guide/matrix.md states the rules and their sources.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "heddle/exec/matrix/number.hpp"

namespace heddle::exec {

/// How a matrix unit adds floating-point products. Products are exact. A block of products and the
/// sum so far are added at once: each term is truncated to `fraction_bits` bits below the largest
/// exponent of a nonzero term, the truncated terms are added exactly, and the result is rounded.
struct SumRules {
  unsigned fraction_bits = 23;
  unsigned block = 4;                   ///< products that are added at once
  std::optional<int> least_exponent{};  ///< the largest exponent counts as at least this
};
SumRules sum_rules(isa::MatrixArithmetic arithmetic, isa::Type elements);

/// The formats of A and B, of C and of D.
struct SumFormats {
  FloatFormat factors, c, d;
};

/// Returns the sum of the products a[i] * b[i] and c. `c` and the result are bits of their formats.
/// A d of 16 bits is rounded to the nearest after each block, a d of 32 bits toward zero.
std::uint32_t float_dot(std::span<const Number> a, std::span<const Number> b, std::uint32_t c,
                        const SumFormats& formats, const SumRules& rules);

/// Returns c with the products added in order by fused multiply-adds. `rounding` is the <cfenv>
/// constant of the rounding mode.
double double_dot(std::span<const double> a, std::span<const double> b, double c, int rounding);

}  // namespace heddle::exec
