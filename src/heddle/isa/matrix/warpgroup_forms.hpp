// The shapes and types of wgmma.mma_async, products of a warpgroup of four warps: D has 64 rows, of
// which each warp holds 16. Source: PTX ISA, "Asynchronous Warpgroup Level Matrix
// Multiply-Accumulate Instructions".
#pragma once

#include <cstdint>
#include <string>

#include "heddle/isa/matrix/forms.hpp"

namespace heddle::isa {

inline constexpr unsigned kWarpgroupRows = 64;  ///< of D
inline constexpr unsigned kRowsOfWarp = 16;     ///< of D, by warp
inline constexpr unsigned kRowBytesOfA = 32;    ///< bytes of a row of A that is stored
inline constexpr unsigned kRegistersOfA = 4;    ///< of a thread, if A is in registers

/// Bits of Modifiers::immediate for products of a warpgroup.
struct WarpgroupProduct {
  static constexpr std::uint8_t kNegatesA = 1, kNegatesB = 2;  ///< imm-scale-a and -b are -1
  static constexpr std::uint8_t kTransposesA = 4, kTransposesB = 8;
  static constexpr std::uint8_t kSparse = 16;    ///< half of A's elements are zero and not stored
  static constexpr unsigned kSelectorShift = 5;  ///< the sparsity selector, of two bits
};

/// Returns why there is no product with the shape and types of the modifiers, or "".
std::string warpgroup_misfit(const Modifiers& modifiers);

/// The types by which the matrix unit's rate is known. 8-bit floats have the rate of 8-bit
/// integers.
MatrixElements warpgroup_elements(const Modifiers& modifiers);

/// Multiply-adds of one warp.
std::uint32_t warpgroup_multiply_adds(const Modifiers& modifiers);

/// Registers of a thread for D.
constexpr unsigned accumulator_rows(const Modifiers& modifiers) {
  return modifiers.matrix.n / 8u * (modifiers.type == Type::f16 ? 2 : 4);
}

constexpr bool is_warpgroup_product(Op op) {
  return op == Op::wgmma_shared || op == Op::wgmma_registers;
}

/// Bits of an element in shared memory: tf32 takes 32, and a bit 1.
unsigned warpgroup_bits(Type type);

}  // namespace heddle::isa
