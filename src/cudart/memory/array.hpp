// A CUDA array: texels in rows, rows in slices (or layers, or faces of a cube), in device memory. A
// dimension that the program gave as 0 is kept as 0, and counts as 1 for what is stored. An array
// of more than one row fills whole tiles, as which the caches see it
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
  std::uint64_t row_bytes = 0;    ///< pitch
  std::uint64_t stored_rows = 0;  ///< a slice's, those that fill its last tiles among them

  std::uint64_t rows() const { return std::max<std::uint64_t>(extent.height, 1); }
  std::uint64_t slices() const { return std::max<std::uint64_t>(extent.depth, 1); }
  bool tiled() const { return rows() > 1; }
  Pitches pitches() const { return {row_bytes, row_bytes * stored_rows}; }
  std::uint64_t bytes() const { return row_bytes * stored_rows * slices(); }
};

/// Bytes of a texel. Throws CudaError(cudaErrorInvalidChannelDescriptor): channels of other than 8,
/// 16 or 32 bits, of unequal size, or three of them.
std::uint64_t texel_bytes(const cudaChannelFormatDesc& format);

/// An array without memory yet. Throws CudaError(cudaErrorInvalidValue) for a shape that is none.
Array describe_array(const cudaChannelFormatDesc& format, const cudaExtent& extent, unsigned flags);

/// The texels from (x, y, z) on as one end of a copy; x is in bytes. Throws
/// CudaError(cudaErrorInvalidValue) if the box does not lie in the array.
CopyAddress copy_address_in(const Array& array, std::uint64_t x_bytes, std::uint64_t y,
                            std::uint64_t z, const BoxExtent& extent);

}  // namespace heddle::cudart
