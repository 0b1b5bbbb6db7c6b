#include "heddle/exec/matrix/products.hpp"

#include <vector>

namespace heddle::exec {
namespace {

/// Computes each element of D by float_dot().
void multiply_any(const WordFactors& factors, const SumFormats& formats, const SumRules& rules,
                  std::uint32_t* d) {
  std::vector<Number> a(factors.length), b(factors.length);
  for (unsigned row = 0; row < factors.rows; ++row) {
    for (unsigned column = 0; column < factors.columns; ++column) {
      for (unsigned i = 0; i < factors.length; ++i) {
        const unsigned of_b = factors.row_of_b(row, i) * factors.columns + column;
        a[i] = decode(factors.a[row * factors.length + i], formats.factors);
        b[i] = decode(factors.b[of_b], formats.factors);
      }
      const unsigned at = row * factors.columns + column;
      d[at] = float_dot(a, b, factors.c[at], formats, rules);
    }
  }
}

void multiply_floats(const ProductTypes& types, const WordFactors& factors, std::uint32_t* d) {
  const SumRules rules = sum_rules(types.arithmetic, types.a);
  const SumFormats formats{
      .factors = format_of(types.a), .c = format_of(types.c), .d = format_of(types.d)};
  if (!multiply_finite(factors, formats, rules, d)) multiply_any(factors, formats, rules, d);
}

}  // namespace

void multiply(const ProductTypes& types, WordFactors& factors, std::uint32_t* d) {
  switch (types.a) {
    case isa::Type::u8:
    case isa::Type::s8:
    case isa::Type::u4:
    case isa::Type::s4:
      return multiply_integers(factors, types.a, types.b, types.clamps, d);
    case isa::Type::b1:
      return multiply_bits(factors, types.is_and, d);
    default:
      return multiply_floats(types, factors, d);
  }
}

}  // namespace heddle::exec
