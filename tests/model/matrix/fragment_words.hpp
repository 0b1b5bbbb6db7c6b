// Packs elements into the registers of a thread and reads them back, lowest bits first.
#pragma once

#include <string>

#include "reference.hpp"
#include "warp_kernel.hpp"

namespace heddle::test {

/// Sets the i-th element of the registers that begin at word `first`.
inline void put(Words& words, unsigned first, unsigned i, unsigned bits, Bits value) {
  if (bits == 64) {
    words[first + 2 * i] = static_cast<std::uint32_t>(value);
    words[first + 2 * i + 1] = static_cast<std::uint32_t>(value >> 32);
    return;
  }
  const unsigned at = i * bits;
  words[first + at / 32] |= static_cast<std::uint32_t>(value << at % 32);
}

inline Bits get(const Words& words, unsigned i, unsigned bits) {
  if (bits == 64) return words[2 * i] | Bits{words[2 * i + 1]} << 32;
  const unsigned at = i * bits;
  return words[at / 32] >> at % 32 & (~Bits{0} >> (64 - bits));
}

inline Matrix zeros(unsigned rows, unsigned columns) {
  return Matrix(rows, std::vector<Bits>(columns, 0));
}

inline Matrix draw_matrix(unsigned rows, unsigned columns, const std::string& type,
                          std::mt19937& random) {
  Matrix matrix = zeros(rows, columns);
  for (auto& row : matrix)
    for (Bits& bits : row) bits = draw(type, random);
  return matrix;
}

}  // namespace heddle::test
