// Arithmetic in other roundings than the host's default: the function runs while the host's
// rounding is switched.
#pragma once

#include <cfenv>

#include "heddle/exec/ops/operation.hpp"

namespace heddle::exec {

/// `function` must be opaque to the compiler, as lanewise is. Otherwise the compiler may move
/// arithmetic across the switches.
template <OperationFunction function, int mode>
void in_rounding(const Operands& operands) {
  std::fesetround(mode);
  function(operands);
  std::fesetround(FE_TONEAREST);
}

/// Null: arithmetic does not have this rounding.
template <OperationFunction function>
OperationFunction rounded(isa::Rounding rounding) {
  switch (rounding) {
    case isa::Rounding::none:
    case isa::Rounding::rn:
      return function;
    case isa::Rounding::rz:
      return in_rounding<function, FE_TOWARDZERO>;
    case isa::Rounding::rm:
      return in_rounding<function, FE_DOWNWARD>;
    case isa::Rounding::rp:
      return in_rounding<function, FE_UPWARD>;
    default:
      return nullptr;
  }
}

}  // namespace heddle::exec
