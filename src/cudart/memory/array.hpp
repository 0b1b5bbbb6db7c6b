// A CUDA array in device memory: texels in rows, and rows in slices (or layers, or faces of a
// cube). A dimension that the program gave as 0 is kept as 0, and counts as 1 in storage. An array
// of more than one row fills whole tiles, because caches see such an array as tiles
// (exec/texture/texture_tiles.hpp).
#pragma once

#include <algorithm>
#include <cstdint>

#include "cudart/cuda_types.hpp"
#include "cudart/memory/box_copy.hpp"

namespace heddle::cudart {

struct Array {
  cudaChannelFormatDesc format{};
  cudaExtent extent{};
  unsigned flags = 0;
  Addr address = 0;
  std::uint64_t texel_bytes = 0;
  std::uint64_t row_bytes = 0;  ///< bytes from one row to the next
  /// Number of rows of a slice, including the rows that fill its last tiles.
  std::uint64_t stored_rows = 0;

  std::uint64_t rows() const { return std::max<std::uint64_t>(extent.height, 1); }
  std::uint64_t slices() const { return std::max<std::uint64_t>(extent.depth, 1); }
  bool tiled() const { return rows() > 1; }
  Pitches pitches() const { return {row_bytes, row_bytes * stored_rows}; }
  std::uint64_t bytes() const { return row_bytes * stored_rows * slices(); }
};

/// Bytes of a texel. Throws CudaError(cudaErrorInvalidChannelDescriptor) unless there are 1, 2 or 4
/// channels, all of 8, 16 or 32 bits.
std::uint64_t texel_bytes(const cudaChannelFormatDesc& format);

/// Describes an array, which has no memory yet. Throws CudaError(cudaErrorInvalidValue) for an
/// impossible shape.
Array describe_array(const cudaChannelFormatDesc& format, const cudaExtent& extent, unsigned flags);

/// One end of a copy: a box of texels that begins at (x, y, z). x is in bytes. Throws
/// CudaError(cudaErrorInvalidValue) if the box does not lie in the array.
CopyAddress copy_address_in(const Array& array, std::uint64_t x_bytes, std::uint64_t y,
                            std::uint64_t z, const BoxExtent& extent);

}  // namespace heddle::cudart
