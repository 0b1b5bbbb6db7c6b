// Textures and their handles. texture_sampler.hpp says how they are read.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "heddle/base/types.hpp"

namespace heddle::exec {

enum class TextureFilter : std::uint8_t { point, linear };
/// How a texture handles a coordinate outside its texels. Wrap and mirror need normalized
/// coordinates.
enum class TextureAddressing : std::uint8_t { wrap, clamp, mirror, border };
enum class ChannelKind : std::uint8_t { signed_integer, unsigned_integer, floating };

/// Texels in device memory: rows of `width` texels, `pitch` bytes apart. Rows form slices, which
/// are `slice_pitch` bytes apart. Slices are the third dimension, the layers, or the faces of
/// cubes.
struct TextureDescriptor {
  Addr base = 0;
  std::uint32_t width = 1, height = 1, depth = 1;  ///< width and height in texels; depth in slices
  std::uint64_t pitch = 0, slice_pitch = 0;        ///< distances of rows and of slices, in bytes
  std::uint8_t channels = 1;                       ///< number of channels: 1, 2 or 4
  std::uint8_t channel_bytes = 4;  ///< bytes of a channel: 1, 2 or 4; floats: 2 or 4
  ChannelKind kind = ChannelKind::floating;
  bool linear_memory = false;  ///< one row, read by index: indices outside it read zeros
  bool tiled = false;       ///< the addresses that the caches see are in tiles (texture_tiles.hpp)
  bool normalized = false;  ///< coordinates are in [0, 1)
  bool reads_normalized = false;  ///< integers are read as floats in [0, 1] or [-1, 1]
  TextureFilter filter = TextureFilter::point;
  std::array<TextureAddressing, 3> addressing{TextureAddressing::clamp, TextureAddressing::clamp,
                                              TextureAddressing::clamp};
  std::array<float, 4> border{};

  bool operator==(const TextureDescriptor&) const = default;
  unsigned texel_bytes() const { return unsigned{channels} * channel_bytes; }
  std::uint64_t bytes() const {
    return (depth - 1) * slice_pitch + (height - 1) * pitch + std::uint64_t{width} * texel_bytes();
  }
};

class TextureTable {
 public:
  /// Returns the handle of a new texture object. Handles count from 1.
  std::uint64_t create(const TextureDescriptor& descriptor);
  /// Binds a texture to a handle that the caller chooses: the address of a texture reference.
  void bind(std::uint64_t handle, const TextureDescriptor& descriptor);
  /// Returns false if there is no such handle.
  bool remove(std::uint64_t handle);
  /// Returns the texture of the handle, or null if there is no such handle.
  const TextureDescriptor* find(std::uint64_t handle) const;
  const std::unordered_map<std::uint64_t, TextureDescriptor>& all() const { return textures_; }
  void clear() { textures_.clear(); }

 private:
  std::unordered_map<std::uint64_t, TextureDescriptor> textures_;
  std::uint64_t next_ = 1;
};

}  // namespace heddle::exec
