#include "cases/float_rules.hpp"

namespace heddle::test {

U64 extreme_of(Format format, bool maximum, const Modifiers& m, U64 a, U64 b) {
  const U64 sign = (a ^ b) & format.sign_bit();
  if (m.magnitude) {
    a &= ~format.sign_bit();
    b &= ~format.sign_bit();
  }
  const bool a_nan = format.is_nan(a), b_nan = format.is_nan(b);
  if ((a_nan && b_nan) || (m.nan && (a_nan || b_nan))) return canonical_nan(format);
  U64 chosen;
  if (a_nan || b_nan) {
    chosen = a_nan ? b : a;
  } else {
    int order = compare(format, a, b);
    if (order == 0) order = static_cast<int>(format.is_negative(b)) - format.is_negative(a);
    chosen = (order < 0) == maximum ? b : a;
  }
  return m.xorsign ? (chosen & ~format.sign_bit()) | sign : chosen;
}

}  // namespace heddle::test
