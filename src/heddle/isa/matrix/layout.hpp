// Which element of a matrix each thread holds in which register. The layouts of mma are those of
// the PTX ISA, "Matrix Fragments for mma". The PTX ISA leaves the layouts of wmma open; heddle's
// consist of the same parts.
#pragma once

#include "heddle/isa/terms/modifiers.hpp"

namespace heddle::isa {

struct MatrixPosition {
  unsigned row = 0, column = 0;
  bool operator==(const MatrixPosition&) const = default;
};

/// A matrix and how the lanes hold it. Element e of a lane is in the lane's register
/// e / per_register, lowest bits first; an element of 64 bits takes two registers.
struct FragmentLayout {
  Fragment fragment = Fragment::a;
  /// Size of the matrix. A matrix of bits counts words of 32 bits along k, and the A of mma.sp
  /// counts the stored elements.
  unsigned rows = 0, columns = 0;
  unsigned element_bits = 0;  ///< 4, 8, 16, 32 or 64
  unsigned per_register = 1;  ///< elements in a register
  unsigned elements = 0;      ///< different elements of a lane
  /// Registers of a lane. An f16 fragment of wmma has eight, of which the last ones may repeat the
  /// first ones.
  unsigned registers = 0;
  /// The matrices of mma.m8n8k4 on f16: each quarter of the warp (lanes 4i to 4i+3 and 16+4i to
  /// 19+4i) has matrices of its own.
  bool is_quartered = false;
  bool is_row_order = true;  ///< whether the instruction gives the matrix as .row; has a meaning
                             ///< only for A and B, if is_quartered

  unsigned matrices() const { return is_quartered ? 4 : 1; }
  /// The matrix that a lane's elements belong to.
  unsigned matrix_of(unsigned lane) const { return is_quartered ? lane / 4 % 4 : 0; }
};

/// The layout of an instruction whose form is known.
FragmentLayout layout_of(const Modifiers& modifiers, Fragment fragment);

/// Where in its matrix the element of a lane lies.
MatrixPosition position_of(const FragmentLayout& layout, unsigned lane, unsigned element);

}  // namespace heddle::isa
