#include "heddle/exec/matrix/double_fragments.hpp"

#include <bit>

#include "heddle/base/types.hpp"

namespace heddle::exec {
namespace {

/// Calls visit(word, index) for each element that a lane holds. `word`: number of its low word in
/// the fragment. `index`: its place in the matrix.
template <typename Visit>
void for_each_element(const isa::FragmentLayout& layout, Visit&& visit) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    for (unsigned element = 0; element < layout.elements; ++element) {
      const isa::MatrixPosition at = isa::position_of(layout, lane, element);
      visit(2 * element * kWarpSize + lane, at.row * layout.columns + at.column);
    }
  }
}

}  // namespace

Doubles gather(const isa::FragmentLayout& layout, const std::uint32_t* rows) {
  Doubles matrix(std::size_t{layout.rows} * layout.columns);
  for_each_element(layout, [&](unsigned word, unsigned index) {
    const std::uint64_t high = rows[word + kWarpSize];
    matrix[index] = std::bit_cast<double>(high << 32 | rows[word]);
  });
  return matrix;
}

void scatter(const isa::FragmentLayout& layout, const Doubles& matrix, std::uint32_t* rows) {
  for_each_element(layout, [&](unsigned word, unsigned index) {
    const auto bits = std::bit_cast<std::uint64_t>(matrix[index]);
    rows[word] = static_cast<std::uint32_t>(bits);
    rows[word + kWarpSize] = static_cast<std::uint32_t>(bits >> 32);
  });
}

}  // namespace heddle::exec
