// Turns functions of floats into operations that have the modifiers of single-precision arithmetic.
#pragma once

#include <array>

#include <xmmintrin.h>

#include "heddle/exec/ops/floating.hpp"
#include "heddle/exec/ops/lanes.hpp"
#include "heddle/exec/ops/rounding.hpp"

namespace heddle::exec {

inline bool is_smallest_normal(float a) { return magnitude(a) == 0x1p-126f; }

template <auto compute, bool ftz, bool sat, typename... Floats>
float single(Floats... operands) {
  return finish<ftz, sat>(compute(flush_if<ftz>(operands)...));
}

template <auto compute, bool sat, typename... Floats>
OperationFunction bind_ftz(const isa::Modifiers& m) {
  return m.ftz ? rounded<lanewise<single<compute, true, sat, Floats...>>>(m.rounding)
               : rounded<lanewise<single<compute, false, sat, Floats...>>>(m.rounding);
}

using Singles = std::array<float, kWarpSize>;

/// Computes the results before .ftz and .sat are applied. `half` selects the low (0) or high (1)
/// words of pairs; single words have half 0. The function is opaque to the compiler, so that it
/// runs in the rounding mode that its callers set.
template <auto compute, typename... Floats, std::size_t... k>
[[gnu::noipa, gnu::flatten]] void evaluate(const Operands& operands, unsigned half,
                                           Singles& results, std::index_sequence<k...>) {
  const std::uint32_t* const rows[] = {(operands.source[k] + half * kWarpSize)...};
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    results[lane] = compute(flush(std::bit_cast<Floats>(rows[k][lane]))...);
  }
}

/// Flushes the results that are the smallest normal number only because a subnormal number has
/// fewer fraction bits for rounding. Like a GPU, the host decides whether to flush by the result
/// that is rounded with all fraction bits.
template <auto compute, typename... Floats>
[[gnu::noinline]] void undo_lifting(const Operands& operands, unsigned half, Singles& results) {
  Singles flushed;
  const unsigned environment = _mm_getcsr();
  _mm_setcsr(environment | _MM_FLUSH_ZERO_ON);
  evaluate<compute, Floats...>(operands, half, flushed, std::index_sequence_for<Floats...>{});
  _mm_setcsr(environment);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (is_smallest_normal(results[lane])) results[lane] = flushed[lane];
  }
}

/// Returns the results with .ftz. A result is flushed if it would be subnormal even if it were
/// rounded with all fraction bits (measured on an NVIDIA H200).
template <auto compute, typename... Floats>
Singles flushed_results(const Operands& operands, unsigned half) {
  Singles results;
  evaluate<compute, Floats...>(operands, half, results, std::index_sequence_for<Floats...>{});
  U32 any_smallest = 0;
  for (const float result : results) {
    any_smallest |= is_smallest_normal(result) ? ~0u : 0;
  }
  if (any_smallest != 0) undo_lifting<compute, Floats...>(operands, half, results);
  for (float& result : results) result = flush(result);
  return results;
}

template <auto compute, bool sat, typename... Floats>
void lifted(const Operands& operands) {
  const Singles results = flushed_results<compute, Floats...>(operands, 0);
  for_lanes<Loops::one>(operands, [&](unsigned lane) { return finish<false, sat>(results[lane]); });
}

template <auto compute, bool sat, Loops loops, typename... Floats>
OperationFunction bind_lifted_form(const isa::Modifiers& m) {
  return m.ftz ? rounded<lifted<compute, sat, Floats...>>(m.rounding)
               : rounded<lanewise<single<compute, false, sat, Floats...>, loops>>(m.rounding);
}

/// Binds operations that have .sat, and in which rounding can raise a subnormal result to the
/// smallest normal number.
template <auto compute, typename... Floats>
OperationFunction bind_lifted(const isa::Instruction& instruction) {
  const isa::Modifiers& m = instruction.modifiers;
  return m.saturate ? bind_lifted_form<compute, true, Loops::two, Floats...>(m)
                    : bind_lifted_form<compute, false, Loops::two, Floats...>(m);
}

/// Like bind_lifted, but for operations without .sat.
template <auto compute, typename... Floats>
OperationFunction bind_long_lifted(const isa::Instruction& instruction) {
  return bind_lifted_form<compute, false, Loops::one, Floats...>(instruction.modifiers);
}

/// Binds operations that have .sat.
template <auto compute, typename... Floats>
OperationFunction bind_single(const isa::Instruction& instruction) {
  const isa::Modifiers& m = instruction.modifiers;
  return m.saturate ? bind_ftz<compute, true, Floats...>(m)
                    : bind_ftz<compute, false, Floats...>(m);
}

/// Binds operations that have long functions or no .sat.
template <auto compute, typename... Floats>
OperationFunction bind_long(const isa::Instruction& instruction) {
  const isa::Modifiers& m = instruction.modifiers;
  constexpr Loops kOne = Loops::one;
  return m.ftz ? rounded<lanewise<single<compute, true, false, Floats...>, kOne>>(m.rounding)
               : rounded<lanewise<single<compute, false, false, Floats...>, kOne>>(m.rounding);
}

}  // namespace heddle::exec
