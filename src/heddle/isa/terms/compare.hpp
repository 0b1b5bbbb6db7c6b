// Helper for the instructions that compare.
#pragma once

#include "heddle/isa/terms/modifiers.hpp"

namespace heddle::isa {

/// Replaces the unsigned comparisons .lo, .ls, .hi and .hs by .lt, .le, .gt and .ge, because the
/// operand type already tells the signedness.
constexpr Compare without_sign(Compare compare) {
  switch (compare) {
    case Compare::lo:
      return Compare::lt;
    case Compare::ls:
      return Compare::le;
    case Compare::hi:
      return Compare::gt;
    case Compare::hs:
      return Compare::ge;
    default:
      return compare;
  }
}

}  // namespace heddle::isa
