// Arithmetic in rounding modes other than the host's default mode. The host's rounding mode is
// switched while the function runs.
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

/// Returns the function that computes in this rounding, or null if arithmetic does not have this
/// rounding.
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
