// What the comparisons of instructions have in common.
#pragma once

#include "heddle/isa/modifiers.hpp"

namespace heddle::isa {

/// The signedness is in the type, so .lo is .lt of an unsigned type.
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
