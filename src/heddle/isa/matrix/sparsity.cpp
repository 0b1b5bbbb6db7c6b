#include "heddle/isa/matrix/sparsity.hpp"

#include "heddle/isa/matrix/forms.hpp"

namespace heddle::isa {
namespace {

/// Lanes that share eight rows' worth of a register: the lanes of a group hold the indices of two
/// rows.
constexpr unsigned kGroupLanes = 4;

/// How the elements of A are counted in units. Exactly one of the two numbers may exceed 1.
struct Units {
  unsigned of_element = 1;  ///< units of an element
  unsigned in_unit = 1;     ///< elements of a unit
  bool are_words = false;   ///< a register holds 32 bits of one row, not 16 bits of two rows
};

Units units_of(const Modifiers& modifiers) {
  switch (fragment_type(modifiers, Fragment::a)) {
    case Type::tf32:
      return {.of_element = 2};
    case Type::u8:
    case Type::s8:
      return {.are_words = true};
    case Type::u4:
    case Type::s4:
      return {.in_unit = 2, .are_words = true};
    default:
      return {};
  }
}

/// Number of units in a row of A, stored or not.
unsigned units_of_row(const Modifiers& modifiers) {
  const Units units = units_of(modifiers);
  return matrix_forms()[modifiers.matrix.form].k * units.of_element / units.in_unit;
}

/// The group of four units in which a stored element lies. Two units of a group are stored.
unsigned group_of(const Units& units, unsigned stored) {
  return stored * units.of_element / units.in_unit / 2;
}

}  // namespace

unsigned sparsity_selectors(const Modifiers& modifiers) {
  // Half of a row's units are stored, and each of these has an index of two bits. So a row has as
  // many bits of indices as units. A group of lanes holds the indices of two rows, 32 bits in each
  // lane.
  const unsigned lanes = 2 * units_of_row(modifiers) / 32;
  return kGroupLanes / lanes;
}

SparseIndices sparse_indices_of(const Modifiers& modifiers, unsigned row, unsigned stored) {
  const Units units = units_of(modifiers);
  const unsigned group = group_of(units, stored);
  const unsigned first = modifiers.immediate * (kGroupLanes / sparsity_selectors(modifiers));
  const unsigned lanes = kGroupLanes * (row % 8) + first;
  const unsigned lower = row / 8;  // 1 for the lower eight rows of A
  if (units.are_words) return {lanes + 2 * (group / 8) + lower, 4 * (group % 8)};
  return {lanes + group / 4, 16 * lower + 4 * (group % 4)};
}

unsigned sparse_column(const Modifiers& modifiers, unsigned stored, unsigned indices) {
  const Units units = units_of(modifiers);
  const unsigned group = group_of(units, stored);
  // Both units of a tf32 lie side by side, so its first index tells its place.
  if (units.of_element == 2) return 2 * group + (indices & 3) / 2;
  const unsigned second = stored / units.in_unit % 2;
  const unsigned unit = 4 * group + (indices >> (2 * second) & 3);
  return unit * units.in_unit + stored % units.in_unit;
}

}  // namespace heddle::isa
