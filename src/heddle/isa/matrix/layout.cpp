#include "heddle/isa/matrix/layout.hpp"

#include <algorithm>

#include "heddle/isa/matrix/forms.hpp"

namespace heddle::isa {
namespace {

constexpr unsigned kLanes = 32;
constexpr unsigned kWordBits = 32;
/// Registers of an f16 fragment of A or B of wmma.
constexpr unsigned kWmmaHalfRegisters = 8;

/// Lanes are in eight groups of four. The groups take the rows of eight in turn (A, C, D) or the
/// columns (B), and the lanes of a group share a row or column.
struct Place {
  unsigned group, member;
};
Place place_of(unsigned lane) { return {lane / 4, lane % 4}; }

/// The 16 x k or 8 x k parts of A, one below the other. Within a part, registers go down by eight
/// rows first, then along k.
MatrixPosition position_in_a(const FragmentLayout& layout, unsigned lane, unsigned element) {
  const auto [group, member] = place_of(lane);
  const unsigned wide = layout.per_register;
  const unsigned at = element / wide;
  const unsigned octets = std::min(layout.rows, 16u) / 8;
  const unsigned chunks = layout.columns / (4 * wide);
  const unsigned part = at / (octets * chunks), within = at % (octets * chunks);
  return {16 * part + 8 * (within % octets) + group,
          4 * wide * (within / octets) + member * wide + element % wide};
}

/// The k x 8 parts of B, side by side. Within a part, registers go along k.
MatrixPosition position_in_b(const FragmentLayout& layout, unsigned lane, unsigned element) {
  const auto [group, member] = place_of(lane);
  const unsigned wide = layout.per_register;
  const unsigned at = element / wide;
  const unsigned chunks = layout.rows / (4 * wide);
  return {4 * wide * (at % chunks) + member * wide + element % wide, 8 * (at / chunks) + group};
}

/// The 16 x 8 or 8 x 8 parts of C and D, row by row. A lane has pairs of neighbours; within a part,
/// the pairs go down by eight rows.
MatrixPosition position_in_sum(const FragmentLayout& layout, unsigned lane, unsigned element) {
  const auto [group, member] = place_of(lane);
  const unsigned octets = std::min(layout.rows, 16u) / 8;
  const unsigned across = layout.columns / 8;
  const unsigned part = element / (2 * octets), within = element % (2 * octets);
  return {16 * (part / across) + 8 * (within / 2) + group,
          8 * (part % across) + 2 * member + within % 2};
}

/// Layouts of mma.m8n8k4 on f16. The lanes of the upper half of the warp have the last four rows
/// or columns.
MatrixPosition quartered_position(const FragmentLayout& layout, unsigned lane, unsigned element) {
  const unsigned upper = lane < 16 ? 0 : 4;
  const unsigned member = lane % 4;
  const bool is_a = layout.fragment == Fragment::a;
  if (is_a || layout.fragment == Fragment::b) {
    // If A is in row order, each lane has a row of A; if B is in column order, each lane has a
    // column of B. In the other order, each lane has half a column of A or half a row of B.
    if (layout.is_row_order == is_a)
      return is_a ? MatrixPosition{member + upper, element}
                  : MatrixPosition{element, member + upper};
    return is_a ? MatrixPosition{element + upper, member} : MatrixPosition{member, element + upper};
  }
  if (layout.element_bits == 16) return {member + upper, element};
  return {(member & 1) + (element & 2) + upper, (element & 4) + (member & 2) + (element & 1)};
}

FragmentLayout quartered_layout(const Modifiers& modifiers, FragmentLayout layout) {
  layout.is_quartered = true;
  const MatrixLayout order =
      layout.fragment == Fragment::a ? modifiers.matrix.a_layout : modifiers.matrix.b_layout;
  layout.is_row_order = order == MatrixLayout::row;
  layout.elements = layout.rows * layout.columns / 8;
  layout.registers = layout.elements / layout.per_register;
  return layout;
}

}  // namespace

FragmentLayout layout_of(const Modifiers& modifiers, Fragment fragment) {
  const MatrixForm& form = matrix_forms()[modifiers.matrix.form];
  const Type type = fragment_type(modifiers, fragment);
  FragmentLayout layout;
  layout.fragment = fragment;
  const unsigned k = (type == Type::b1 ? form.k / kWordBits : form.k) /
                     (form.kind == MatrixKind::sparse && fragment == Fragment::a ? 2 : 1);
  layout.rows = fragment == Fragment::b ? k : form.m;
  layout.columns = fragment == Fragment::a ? k : form.n;
  layout.element_bits = type == Type::b1 ? kWordBits : bits_of(type);
  layout.per_register = std::max(1u, kWordBits / layout.element_bits);
  if (form.kind == MatrixKind::mma && form.elements == MatrixElements::f16 && form.k == 4)
    return quartered_layout(modifiers, layout);
  layout.elements = layout.rows * layout.columns / kLanes;
  layout.registers = layout.elements * layout.element_bits / kWordBits;
  const bool is_factor = fragment == Fragment::a || fragment == Fragment::b;
  if (form.kind == MatrixKind::wmma && type == Type::f16 && is_factor)
    layout.registers = kWmmaHalfRegisters;
  return layout;
}

MatrixPosition position_of(const FragmentLayout& layout, unsigned lane, unsigned element) {
  if (layout.is_quartered) return quartered_position(layout, lane, element);
  if (layout.fragment == Fragment::a) return position_in_a(layout, lane, element);
  if (layout.fragment == Fragment::b) return position_in_b(layout, lane, element);
  return position_in_sum(layout, lane, element);
}

}  // namespace heddle::isa
