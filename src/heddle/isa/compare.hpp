// Helper for the instructions that compare.
#pragma once

#include "heddle/isa/modifiers.hpp"

namespace heddle::isa {

/// Replaces .lo by .lt and likewise for .ls, .hi and .hs: the signedness is in the type.
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
