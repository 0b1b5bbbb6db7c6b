// The elements of a box of a tensor, row by row: a row is consecutive in global memory and, but for
// the swizzle, in shared memory. Elements outside the tensor are part of the box.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/isa/tensor_map.hpp"

namespace heddle::exec {

/// One coordinate for each dimension of a tensor, the fastest one first.
using TensorCoordinates = std::array<std::int64_t, isa::kTensorRanks>;

struct TensorRow {
  std::uint32_t offset = 0;  ///< in the box, in bytes
  Addr address = 0;          ///< of the row's first byte, which may lie outside the tensor
  std::uint32_t first = 0;   ///< range of the bytes inside the tensor
  std::uint32_t end = 0;
};

class TensorBox {
 public:
  /// `offsets`: for im2col, what is added to the coordinates of each base pixel.
  TensorBox(const isa::TensorMap& map, const TensorCoordinates& at,
            const std::array<std::uint16_t, 3>& offsets);

  std::uint32_t row_bytes() const { return row_bytes_; }
  std::uint32_t bytes() const { return rows_ * row_bytes_; }
  /// Calls visit(TensorRow) for each row, in the order of shared memory.
  template <typename Visit>
  void for_each_row(Visit&& visit) {
    TensorCoordinates at = first_;
    for (std::uint32_t row = 0; row < rows_; ++row) {
      visit(row_at(at, row));
      advance(at);
    }
  }

 private:
  TensorRow row_at(const TensorCoordinates& at, std::uint32_t row) const;
  /// Moves to the next row, or to the next base pixel.
  void advance(TensorCoordinates& at) const;

  const isa::TensorMap& map_;
  bool is_im2col_;
  TensorCoordinates first_;
  TensorCoordinates begin_{}, end_{}, added_{};  ///< by dimension: where rows begin again and end,
                                                 ///< and what is added to the coordinate
  std::uint32_t row_bytes_ = 0, rows_ = 1;
};

/// Returns where a byte of shared memory lies if 16-byte units are swizzled: the number of the unit
/// in its line of 128 bytes is combined with the number of the line. Source: PTX ISA, "Swizzling
/// Modes".
constexpr std::uint32_t swizzled(std::uint32_t address, isa::TensorSwizzle swizzle) {
  const std::uint32_t line = address >> 7 & 7;
  switch (swizzle) {
    case isa::TensorSwizzle::none:
      return address;
    case isa::TensorSwizzle::bytes_32:
      return address ^ (line & 1) << 4;
    case isa::TensorSwizzle::bytes_64:
      return address ^ (line & 3) << 4;
    case isa::TensorSwizzle::bytes_128:
      return address ^ line << 4;
  }
  return address;
}

}  // namespace heddle::exec
