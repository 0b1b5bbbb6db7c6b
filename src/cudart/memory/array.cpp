#include "cudart/memory/array.hpp"

#include <array>

#include "cudart/error/cuda_error.hpp"
#include "cudart/memory/byte_count.hpp"
#include "heddle/exec/texture/texture_tiles.hpp"

namespace heddle::cudart {
namespace {

/// The bytes of a single row are rounded up to a multiple of this number, the alignment of texture
/// pitches.
constexpr std::uint64_t kRowAlignment = 32;

}  // namespace

std::uint64_t texel_bytes(const cudaChannelFormatDesc& format) {
  const std::array<int, 4> bits{format.x, format.y, format.z, format.w};
  require(bits[0] == 8 || bits[0] == 16 || bits[0] == 32, cudaErrorInvalidChannelDescriptor);
  std::size_t channels = 0;
  while (channels < bits.size() && bits[channels] == bits[0]) ++channels;
  for (std::size_t i = channels; i < bits.size(); ++i)
    require(bits[i] == 0, cudaErrorInvalidChannelDescriptor);
  require(channels != 3, cudaErrorInvalidChannelDescriptor);
  return static_cast<std::uint64_t>(bits[0]) / 8 * channels;
}

Array describe_array(const cudaChannelFormatDesc& format, const cudaExtent& extent,
                     unsigned flags) {
  constexpr std::uint64_t kLargest = 1 << 17;
  const bool layered = (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
  require(extent.width != 0 && extent.width <= kLargest && extent.height <= kLargest &&
          extent.depth <= kLargest);
  require(extent.depth == 0 || extent.height != 0 || layered);
  Array array;
  array.format = format;
  array.extent = extent;
  array.flags = flags;
  array.texel_bytes = texel_bytes(format);
  array.row_bytes = rounded_up(extent.width * array.texel_bytes,
                               array.tiled() ? exec::kTileWidth : kRowAlignment);
  array.stored_rows = array.tiled() ? rounded_up(array.rows(), exec::kTileRows) : 1;
  return array;
}

CopyAddress copy_address_in(const Array& array, std::uint64_t x_bytes, std::uint64_t y,
                            std::uint64_t z, const BoxExtent& extent) {
  const std::uint64_t row = array.extent.width * array.texel_bytes;
  require(x_bytes <= row && extent.width <= row - x_bytes);
  require(y <= array.rows() && extent.height <= array.rows() - y);
  require(z <= array.slices() && extent.depth <= array.slices() - z);
  const Pitches pitches = array.pitches();
  return {true, array.address + z * pitches.slice + y * pitches.row + x_bytes, false};
}

}  // namespace heddle::cudart
