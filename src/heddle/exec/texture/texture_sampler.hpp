// Reads one texel value. Addressing modes and filtering follow the CUDA C++ Programming Guide,
// appendix "Texture Fetching". Filter weights have eight fractional bits.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/exec/texture/texture.hpp"

namespace heddle::exec {

/// The four channels of a texel, as integers or as the bits of floats. Missing channels are zero.
using Texel = std::array<std::uint32_t, 4>;

/// A point in a texture: coordinates in the texture's unit (texels or normalized), or texel
/// indices.
struct TexturePoint {
  std::array<float, 3> at{};
  std::array<std::int32_t, 3> index{};
  std::uint32_t slice = 0;  ///< for layered textures and cubes
  unsigned dimensions = 1;
  bool by_index = false;
};

class TextureSampler {
 public:
  /// `texels` is the host address of the texture's memory.
  TextureSampler(const TextureDescriptor& descriptor, const std::uint8_t* texels)
      : texture_(descriptor), texels_(texels) {}

  Texel sample(const TexturePoint& point) const;
  /// Returns the offset at which the caches find the texel of the point: bytes from the texture's
  /// base.
  std::uint64_t cached_at(const TexturePoint& point) const;

  /// Returns the face of a cube that a direction hits, and the point on this face.
  static TexturePoint on_cube(float x, float y, float z, std::uint32_t first_slice);

 private:
  struct TexelIndex {
    std::array<std::int32_t, 3> index{};
    bool inside = true;  ///< false: the texel is outside the texture, where the border is read
  };

  std::uint32_t extent(unsigned dimension) const;
  /// Returns the coordinate in texels, wrapped or mirrored into the texture.
  float in_texels(const TexturePoint& point, unsigned dimension) const;
  /// Applies the addressing mode to an index. Returns false if the index is outside the texture and
  /// reads the border.
  bool address(std::int32_t& index, unsigned dimension) const;
  TexelIndex nearest(const TexturePoint& point) const;
  std::uint64_t slice_offset(const std::array<std::int32_t, 3>& index, std::uint32_t slice) const;
  /// Returns the offset of a texel's value, in bytes from the texture's base.
  std::uint64_t offset_of(const std::array<std::int32_t, 3>& index, std::uint32_t slice) const;
  Texel read(const TexelIndex& at, std::uint32_t slice) const;
  std::uint32_t channel(const std::uint8_t* from) const;
  Texel filter(const TexturePoint& point) const;

  const TextureDescriptor& texture_;
  const std::uint8_t* texels_;
};

}  // namespace heddle::exec
