#include "heddle/exec/matrix/fragments.hpp"

#include "heddle/base/types.hpp"

namespace heddle::exec {
namespace {

/// Calls visit(lane, element, index) for each element of a matrix that a lane holds. `index` is the
/// element's place in a matrix in row order.
template <typename Visit>
void for_each_element(const isa::FragmentLayout& layout, unsigned matrix, Visit&& visit) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (layout.matrix_of(lane) != matrix) continue;
    for (unsigned element = 0; element < layout.elements; ++element) {
      const isa::MatrixPosition at = isa::position_of(layout, lane, element);
      visit(lane, element, at.row * layout.columns + at.column);
    }
  }
}

/// Where the low bits of an element lie.
struct ElementPlace {
  unsigned row = 0, shift = 0;
};
ElementPlace place_of(const isa::FragmentLayout& layout, unsigned element) {
  if (layout.element_bits == 64) return {2 * element, 0};
  return {element / layout.per_register, element % layout.per_register * layout.element_bits};
}

}  // namespace

MatrixBits gather(const isa::FragmentLayout& layout, const std::uint32_t* rows, unsigned matrix) {
  MatrixBits bits(std::size_t{layout.rows} * layout.columns);
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - layout.element_bits);
  for_each_element(layout, matrix, [&](unsigned lane, unsigned element, unsigned index) {
    const ElementPlace place = place_of(layout, element);
    const std::uint32_t* const word = rows + place.row * kWarpSize + lane;
    const std::uint64_t high = layout.element_bits == 64 ? word[kWarpSize] : 0;
    bits[index] = (high << 32 | *word) >> place.shift & mask;
  });
  return bits;
}

void scatter(const isa::FragmentLayout& layout, const MatrixBits& bits, unsigned matrix,
             std::uint32_t* rows) {
  for_each_element(layout, matrix, [&](unsigned lane, unsigned element, unsigned index) {
    const ElementPlace place = place_of(layout, element);
    std::uint32_t* const word = rows + place.row * kWarpSize + lane;
    if (place.shift == 0) *word = 0;  // a register's first element clears the others
    *word |= static_cast<std::uint32_t>(bits[index] << place.shift);
    if (layout.element_bits == 64) word[kWarpSize] = static_cast<std::uint32_t>(bits[index] >> 32);
  });
}

}  // namespace heddle::exec
