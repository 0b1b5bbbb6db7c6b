#include "cudart/memory/texture.hpp"

#include <algorithm>
#include <limits>

#include "cudart/error/cuda_error.hpp"
#include "cudart/memory/copy_address.hpp"

namespace heddle::cudart {
namespace {

using exec::TextureAddressing;

/// The most texels in one dimension of a texture.
constexpr std::uint64_t kMostTexels = std::numeric_limits<std::uint32_t>::max();

exec::ChannelKind kind_of(const cudaChannelFormatDesc& format) {
  switch (format.f) {
    case cudaChannelFormatKindSigned:
      return exec::ChannelKind::signed_integer;
    case cudaChannelFormatKindUnsigned:
      return exec::ChannelKind::unsigned_integer;
    case cudaChannelFormatKindFloat:
      return exec::ChannelKind::floating;
    default:
      throw CudaError(cudaErrorInvalidChannelDescriptor);
  }
}

exec::TextureDescriptor texels(const cudaChannelFormatDesc& format) {
  exec::TextureDescriptor texture;
  const std::uint64_t bytes = texel_bytes(format);
  texture.kind = kind_of(format);
  texture.channel_bytes = static_cast<std::uint8_t>(format.x / 8);
  texture.channels = static_cast<std::uint8_t>(bytes / texture.channel_bytes);
  return texture;
}

/// Wrap and mirror exist for normalized coordinates only. CUDA uses clamp for other coordinates.
TextureAddressing addressing_of(cudaTextureAddressMode mode, bool normalized) {
  switch (mode) {
    case cudaAddressModeWrap:
      return normalized ? TextureAddressing::wrap : TextureAddressing::clamp;
    case cudaAddressModeMirror:
      return normalized ? TextureAddressing::mirror : TextureAddressing::clamp;
    case cudaAddressModeBorder:
      return TextureAddressing::border;
    case cudaAddressModeClamp:
      return TextureAddressing::clamp;
  }
  throw CudaError(cudaErrorInvalidValue);
}

Addr texel_address(const Memory& memory, const void* pointer, std::uint64_t bytes) {
  return copy_address(memory, pointer, true, bytes).address;
}

}  // namespace

exec::TextureDescriptor texels_of(const Array& array) {
  exec::TextureDescriptor texture = texels(array.format);
  texture.base = array.address;
  texture.width = static_cast<std::uint32_t>(array.extent.width);
  texture.height = static_cast<std::uint32_t>(array.rows());
  texture.depth = static_cast<std::uint32_t>(array.slices());
  texture.pitch = array.row_bytes;
  texture.slice_pitch = array.pitches().slice;
  texture.tiled = array.tiled();
  return texture;
}

exec::TextureDescriptor texels_in_line(const Memory& memory, const void* pointer,
                                       const cudaChannelFormatDesc& format, std::uint64_t bytes) {
  exec::TextureDescriptor texture = texels(format);
  require(bytes / texture.texel_bytes() <= kMostTexels);
  texture.base = texel_address(memory, pointer, bytes);
  texture.width = static_cast<std::uint32_t>(bytes / texture.texel_bytes());
  texture.pitch = texture.slice_pitch = bytes;
  texture.linear_memory = true;
  return texture;
}

exec::TextureDescriptor texels_in_rows(const Memory& memory, const void* pointer,
                                       const cudaChannelFormatDesc& format, std::uint64_t width,
                                       std::uint64_t height, std::uint64_t pitch) {
  exec::TextureDescriptor texture = texels(format);
  require(width != 0 && height != 0 && width <= pitch / texture.texel_bytes());
  require(width <= kMostTexels && height <= kMostTexels);
  texture.width = static_cast<std::uint32_t>(width);
  texture.height = static_cast<std::uint32_t>(height);
  texture.pitch = pitch;
  texture.slice_pitch = product_of(pitch, height);
  const BoxExtent extent{width * texture.texel_bytes(), height};
  texture.base = texel_address(memory, pointer, span_bytes(extent, {pitch, 0}));
  return texture;
}

void set_sampling(exec::TextureDescriptor& texture, const cudaTextureDesc& sampling) {
  const bool integer = texture.kind != exec::ChannelKind::floating;
  texture.reads_normalized = integer && sampling.readMode == cudaReadModeNormalizedFloat;
  require(!texture.reads_normalized || texture.channel_bytes < 4, cudaErrorInvalidNormSetting);
  const bool linear = sampling.filterMode == cudaFilterModeLinear && !texture.linear_memory;
  require(!linear || !integer || texture.reads_normalized, cudaErrorInvalidFilterSetting);
  texture.filter = linear ? exec::TextureFilter::linear : exec::TextureFilter::point;
  texture.normalized = sampling.normalizedCoords != 0;
  for (std::size_t i = 0; i < texture.addressing.size(); ++i)
    texture.addressing[i] = addressing_of(sampling.addressMode[i], texture.normalized);
  std::copy(std::begin(sampling.borderColor), std::end(sampling.borderColor),
            texture.border.begin());
}

cudaTextureDesc sampling_of(const textureReference& reference, bool normalized_read) {
  cudaTextureDesc sampling{};
  std::copy(std::begin(reference.addressMode), std::end(reference.addressMode),
            sampling.addressMode);
  sampling.filterMode = reference.filterMode;
  sampling.readMode = normalized_read ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  sampling.normalizedCoords = reference.normalized;
  return sampling;
}

}  // namespace heddle::cudart
