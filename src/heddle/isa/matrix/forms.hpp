// The forms of the matrix instructions: the shapes that exist for each type of elements, and the
// compute capability from which on they exist. Source: PTX ISA, "Warp Level Matrix
// Multiply-Accumulate Instructions". A new form is a row of the table in forms.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "heddle/isa/terms/modifiers.hpp"
#include "heddle/isa/terms/op.hpp"

namespace heddle::isa {

/// The instruction of a form.
enum class MatrixKind : std::uint8_t {
  mma,     ///< mma.sync
  sparse,  ///< mma.sp: half of A's elements are zero and are not stored
  wmma,    ///< wmma.load, wmma.mma and wmma.store
};

/// Element types of A and B.
enum class MatrixElements : std::uint8_t { f16, bf16, tf32, f64, int8, int4, b1 };
inline constexpr unsigned kMatrixElements = 7;

/// Bytes of a row of a matrix that ldmatrix or stmatrix moves. A lane accesses one row.
inline constexpr unsigned kMatrixRowBytes = 16;

/// Returns the name of the element types: "f16", or "int8" for u8 and s8.
std::string_view name_of(MatrixElements elements);

/// Types of D and C.
enum class MatrixSums : std::uint8_t {
  f16_or_f32,  ///< both f16 or both f32
  widening,    ///< f16 or f32, but no f16 D of an f32 C
  any_float,   ///< each f16 or f32
  f32,
  s32,
  f64,
};

struct MatrixForm {
  MatrixKind kind;
  std::uint8_t m, n;
  std::uint16_t k;
  MatrixElements elements;
  MatrixSums sums;
  bool any_layout;      ///< A and B may be in row and in column order; false: A row, B column
  unsigned capability;  ///< 75 is compute capability 7.5
};

std::span<const MatrixForm> matrix_forms();

/// Returns true for operations on matrices that the threads of a warp hold together.
bool is_matrix(Op op);

/// Returns the compute capability from which on the instruction on matrices exists. 0 for other
/// operations.
unsigned matrix_capability(Op op, const Modifiers& modifiers);

/// Returns the form with the kind, shape and types of the modifiers. Empty if there is none. The
/// member `form` of the modifiers is not read. wmma.load and wmma.store name one type; then the
/// first form in which the fragment has this type is returned.
std::optional<std::uint8_t> find_form(Op op, const Modifiers& modifiers);

/// Returns the forms of the instruction that have the types of the modifiers, as text: "m16n8k8,
/// m16n8k16". If there is none, the types that the shape has.
std::string forms_instead_of(Op op, const Modifiers& modifiers);

/// Returns the number of multiply-adds that an instruction of class `matrix` executes for a warp.
/// For mma.sp only the stored elements of A count. The form must be known.
std::uint32_t multiply_adds(const Modifiers& modifiers);

/// Number of registers of a fragment for each thread. The form must be known.
unsigned fragment_rows(const Modifiers& modifiers, Fragment fragment);

/// Type of the elements of a fragment.
Type fragment_type(const Modifiers& modifiers, Fragment fragment);

/// Number of bits of an element in memory.
constexpr unsigned bits_of(Type type) {
  if (type == Type::b1) return 1;
  return type == Type::u4 || type == Type::s4 ? 4 : 8 * bytes_of(type);
}

}  // namespace heddle::isa
