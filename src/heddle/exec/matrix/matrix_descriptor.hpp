// The 64-bit descriptor of a matrix in shared memory that wgmma reads, and where its elements lie.
// Source: PTX ISA, "Matrix Descriptor Format" and "Shared Memory Matrix Layout" of wgmma. The
// layouts consist of core matrices of 8 rows of 16 bytes.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::exec {

/// A swizzle moves units of so many bytes.
inline constexpr unsigned kMatrixUnitBytes = 16;

struct MatrixDescriptor {
  std::uint32_t start = 0;    ///< address in shared memory
  std::uint32_t leading = 0;  ///< leading dimension byte offset
  std::uint32_t stride = 0;   ///< stride dimension byte offset
  unsigned base = 0;          ///< matrix base offset
  /// Bytes in which 16-byte units are swizzled: 16 (none), 32, 64 or 128.
  unsigned span = 16;

  static MatrixDescriptor of(std::uint64_t bits);
};

/// Which dimension of the matrix is consecutive in shared memory.
enum class MatrixMajor : std::uint8_t {
  k,   ///< that along which products are added
  mn,  ///< the rows of A, or the columns of B
};

/// Returns the address in shared memory of the 16-byte unit in which an element lies. K-major: `mn`
/// is the row, and `k` the number of the unit in the row. MN-major: `mn` is the number of the unit,
/// and `k` the element.
std::uint32_t unit_address(const MatrixDescriptor& descriptor, MatrixMajor major, unsigned mn,
                           unsigned k);

/// Returns what is wrong with the descriptor, or "".
std::string misfit(const MatrixDescriptor& descriptor);

}  // namespace heddle::exec
