// What a product of matrices is, in other words than the simulator's: values as doubles, sums of
// truncated terms in doubles, which hold them exactly, and rounding by scaling.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace heddle::test {

using Bits = std::uint64_t;
using Matrix = std::vector<std::vector<Bits>>;

/// The types of PTX by name: "f16", "tf32", "s8".
unsigned bits_of(const std::string& type);

/// How a capability's units add (docs/guide/matrix.md).
struct AddRules {
  unsigned block = 4;
  int fraction_bits = 23;
  int least_exponent = -10000;
};
AddRules rules_of(unsigned capability, const std::string& elements);

/// The types of D, A, B and C, and what else the instruction's suffixes say.
struct ProductTypes {
  std::string d, a, b, c;
  unsigned capability = 80;
  bool clamps = false;   ///< .satfinite
  bool is_and = false;   ///< .and.popc
  std::string rounding;  ///< of f64: "", "rn", "rz", "rm" or "rp"
};

/// D = A * B + C. `a` has the rows of A and `b` the columns of B. Bits are elements of one bit.
Matrix product(const Matrix& a, const Matrix& b, const Matrix& c, const ProductTypes& types);

/// A number of the type: now and then a zero, a subnormal, the largest, an infinity or a NaN, and
/// exponents that lie near each other, so that terms of a sum matter and cancel.
Bits draw(const std::string& type, std::mt19937& random);

}  // namespace heddle::test
