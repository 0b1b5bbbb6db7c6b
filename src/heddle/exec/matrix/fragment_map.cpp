#include "heddle/exec/matrix/fragment_map.hpp"

#include <algorithm>

#include "heddle/base/types.hpp"
#include "heddle/isa/matrix/forms.hpp"

namespace heddle::exec {
namespace {

using isa::Fragment;
using isa::MatrixLayout;
using isa::Modifiers;
using isa::Type;

/// The fragments of a form that differ: A and B in row and in column order, and sums of 16 and 32
/// bits.
constexpr unsigned kVariants = 6;

unsigned variant_of(const Modifiers& modifiers, Fragment fragment) {
  const isa::MatrixModifiers& matrix = modifiers.matrix;
  switch (fragment) {
    case Fragment::a:
      return matrix.a_layout == MatrixLayout::row ? 0 : 1;
    case Fragment::b:
      return matrix.b_layout == MatrixLayout::row ? 2 : 3;
    case Fragment::c:
    case Fragment::d:
      return isa::fragment_type(modifiers, fragment) == Type::f16 ? 4 : 5;
  }
  return 0;
}

/// A type that has the form's elements.
Type element_type(isa::MatrixElements elements) {
  switch (elements) {
    case isa::MatrixElements::f16:
      return Type::f16;
    case isa::MatrixElements::bf16:
      return Type::bf16;
    case isa::MatrixElements::tf32:
      return Type::tf32;
    case isa::MatrixElements::f64:
      return Type::f64;
    case isa::MatrixElements::int8:
      return Type::u8;
    case isa::MatrixElements::int4:
      return Type::u4;
    case isa::MatrixElements::b1:
      return Type::b1;
  }
  return Type::none;
}

FragmentMap map_of(unsigned form, unsigned variant) {
  static constexpr Fragment kFragments[kVariants] = {Fragment::a, Fragment::a, Fragment::b,
                                                     Fragment::b, Fragment::d, Fragment::d};
  Modifiers modifiers;
  modifiers.matrix.form = static_cast<std::uint8_t>(form);
  modifiers.source = modifiers.matrix.b = element_type(isa::matrix_forms()[form].elements);
  modifiers.type = variant == 4 ? Type::f16 : Type::f32;
  modifiers.matrix.a_layout = variant == 0 ? MatrixLayout::row : MatrixLayout::column;
  modifiers.matrix.b_layout = variant == 2 ? MatrixLayout::row : MatrixLayout::column;
  return FragmentMap(isa::layout_of(modifiers, kFragments[variant]));
}

std::vector<FragmentMap> all_maps() {
  std::vector<FragmentMap> maps;
  for (unsigned form = 0; form < isa::matrix_forms().size(); ++form)
    for (unsigned variant = 0; variant < kVariants; ++variant)
      maps.push_back(map_of(form, variant));
  return maps;
}

}  // namespace

FragmentMap::FragmentMap(const isa::FragmentLayout& layout)
    : layout_(layout),
      mask_(~std::uint32_t{0} >> (32 - std::min(layout.element_bits, 32u))),
      places_(layout.elements) {
  for (unsigned element = 0; element < layout.elements; ++element) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const isa::MatrixPosition at = isa::position_of(layout, lane, element);
      places_[element][lane] = static_cast<std::uint16_t>(layout.matrix_of(lane) * size() +
                                                          at.row * layout.columns + at.column);
    }
  }
}

// Both functions first move a row's bits to or from a row of their own, so that the compiler knows
// that the rows do not overlap.

void FragmentMap::gather(const std::uint32_t* rows, MatrixWords& words) const {
  for (unsigned element = 0; element < places_.size(); ++element) {
    const std::uint32_t* const row = rows + element / layout_.per_register * kWarpSize;
    const unsigned shift = element % layout_.per_register * layout_.element_bits;
    std::array<std::uint32_t, kWarpSize> bits;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) bits[lane] = row[lane] >> shift & mask_;
    const Places& places = places_[element];
#pragma GCC unroll 8
    for (unsigned lane = 0; lane < kWarpSize; ++lane) words.word[places[lane]] = bits[lane];
  }
}

void FragmentMap::scatter(const MatrixWords& words, std::uint32_t* rows) const {
  for (unsigned element = 0; element < places_.size(); ++element) {
    std::uint32_t* const row = rows + element / layout_.per_register * kWarpSize;
    const unsigned shift = element % layout_.per_register * layout_.element_bits;
    const Places& places = places_[element];
    std::array<std::uint32_t, kWarpSize> bits;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) bits[lane] = words.word[places[lane]];
    // A register's first element clears the others.
    const std::uint32_t kept = shift == 0 ? 0 : ~std::uint32_t{0};
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      row[lane] = (row[lane] & kept) | bits[lane] << shift;
  }
}

const FragmentMap& fragment_map(const Modifiers& modifiers, Fragment fragment) {
  static const std::vector<FragmentMap> maps = all_maps();
  return maps[modifiers.matrix.form * kVariants + variant_of(modifiers, fragment)];
}

}  // namespace heddle::exec
