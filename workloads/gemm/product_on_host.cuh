// The product that the host computes to check the device's.
#pragma once

#include <cstddef>
#include <vector>

namespace gemm {

/// C = A B row by row; `a` has A row by row, and `b` has B column by column, `terms` elements each.
template <typename Sum, typename Element>
std::vector<Sum> product_on_host(const std::vector<Element>& a, const std::vector<Element>& b,
                                 std::size_t columns, std::size_t terms) {
  // B row by row, so that the inner loop goes along rows.
  std::vector<Sum> rows_of_b(b.size());
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t k = 0; k < terms; ++k) rows_of_b[k * columns + column] = b[column * terms + k];
  }
  const std::size_t rows = a.size() / terms;
  std::vector<Sum> c(rows * columns);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t k = 0; k < terms; ++k) {
      const Sum factor = a[row * terms + k];
      const Sum* const others = &rows_of_b[k * columns];
      for (std::size_t column = 0; column < columns; ++column)
        c[row * columns + column] += factor * others[column];
    }
  }
  return c;
}

}  // namespace gemm
