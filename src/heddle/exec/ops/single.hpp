// Functions of floats as operations, with the modifiers of single-precision arithmetic.
#pragma once

#include "heddle/exec/ops/floating.hpp"
#include "heddle/exec/ops/lanes.hpp"
#include "heddle/exec/ops/rounding.hpp"

namespace heddle::exec {

template <auto compute, bool ftz, bool sat, typename... Floats>
float single(Floats... operands) {
  return finish<ftz, sat>(compute(flush_if<ftz>(operands)...));
}

template <auto compute, bool sat, typename... Floats>
OperationFunction bind_ftz(const isa::Modifiers& m) {
  return m.ftz ? rounded<lanewise<single<compute, true, sat, Floats...>>>(m.rounding)
               : rounded<lanewise<single<compute, false, sat, Floats...>>>(m.rounding);
}

/// For operations with .sat.
template <auto compute, typename... Floats>
OperationFunction bind_single(const isa::Instruction& instruction) {
  const isa::Modifiers& m = instruction.modifiers;
  return m.saturate ? bind_ftz<compute, true, Floats...>(m)
                    : bind_ftz<compute, false, Floats...>(m);
}

/// For operations whose functions are long, or that have no .sat.
template <auto compute, typename... Floats>
OperationFunction bind_long(const isa::Instruction& instruction) {
  const isa::Modifiers& m = instruction.modifiers;
  constexpr Loops kOne = Loops::one;
  return m.ftz ? rounded<lanewise<single<compute, true, false, Floats...>, kOne>>(m.rounding)
               : rounded<lanewise<single<compute, false, false, Floats...>, kOne>>(m.rounding);
}

}  // namespace heddle::exec
