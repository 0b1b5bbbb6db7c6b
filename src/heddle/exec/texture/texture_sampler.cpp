#include "heddle/exec/texture/texture_sampler.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "heddle/exec/ops/floating.hpp"
#include "heddle/exec/texture/texture_tiles.hpp"

namespace heddle::exec {
namespace {

/// Returns the largest integer that is not greater than `value`. NaN gives 0. A value too large for
/// an integer gives an integer far outside the texture.
std::int32_t floor_index(float value) {
  constexpr float kFar = 0x1p30f;
  if (is_nan(value)) return 0;
  return static_cast<std::int32_t>(std::floor(std::clamp(value, -kFar, kFar)));
}

/// Returns the filter weight of a fraction, in eight fractional bits. The weight can be 1.
float weight_of(float fraction) { return std::floor(fraction * 256.0f + 0.5f) / 256.0f; }

std::int32_t positive_remainder(std::int32_t value, std::int32_t divisor) {
  const std::int32_t remainder = value % divisor;
  return remainder < 0 ? remainder + divisor : remainder;
}

template <typename T>
T read_as(const std::uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

std::int32_t signed_channel(const std::uint8_t* from, unsigned bytes) {
  if (bytes == 1) return read_as<std::int8_t>(from);
  return bytes == 2 ? read_as<std::int16_t>(from) : read_as<std::int32_t>(from);
}

std::uint32_t unsigned_channel(const std::uint8_t* from, unsigned bytes) {
  if (bytes == 1) return *from;
  return bytes == 2 ? read_as<std::uint16_t>(from) : read_as<std::uint32_t>(from);
}

}  // namespace

std::uint32_t TextureSampler::extent(unsigned dimension) const {
  return dimension == 0 ? texture_.width : dimension == 1 ? texture_.height : texture_.depth;
}

float TextureSampler::in_texels(const TexturePoint& point, unsigned dimension) const {
  float at = point.at[dimension];
  if (!texture_.normalized) return at;
  const float whole = std::floor(at);
  switch (texture_.addressing[dimension]) {
    case TextureAddressing::wrap:
      at -= whole;
      break;
    case TextureAddressing::mirror:
      at -= whole;
      if (std::fmod(whole, 2.0f) != 0.0f) at = 1.0f - at;
      break;
    default:
      break;
  }
  return at * static_cast<float>(extent(dimension));
}

bool TextureSampler::address(std::int32_t& index, unsigned dimension) const {
  const auto size = static_cast<std::int32_t>(extent(dimension));
  if (index >= 0 && index < size) return true;
  if (texture_.linear_memory) return false;
  TextureAddressing mode = texture_.addressing[dimension];
  const bool repeats = mode == TextureAddressing::wrap || mode == TextureAddressing::mirror;
  if (repeats && !texture_.normalized) mode = TextureAddressing::clamp;
  switch (mode) {
    case TextureAddressing::border:
      return false;
    case TextureAddressing::clamp:
      index = std::clamp(index, 0, size - 1);
      return true;
    case TextureAddressing::wrap:
      index = positive_remainder(index, size);
      return true;
    case TextureAddressing::mirror: {
      const std::int32_t folded = positive_remainder(index, 2 * size);
      index = folded < size ? folded : 2 * size - 1 - folded;
      return true;
    }
  }
  return true;
}

std::uint64_t TextureSampler::slice_offset(const std::array<std::int32_t, 3>& index,
                                           std::uint32_t slice) const {
  const std::uint64_t z =
      std::min(static_cast<std::uint32_t>(index[2]) + slice, texture_.depth - 1);
  return z * texture_.slice_pitch;
}

std::uint64_t TextureSampler::offset_of(const std::array<std::int32_t, 3>& index,
                                        std::uint32_t slice) const {
  return static_cast<std::uint64_t>(index[0]) * texture_.texel_bytes() +
         static_cast<std::uint64_t>(index[1]) * texture_.pitch + slice_offset(index, slice);
}

TextureSampler::TexelIndex TextureSampler::nearest(const TexturePoint& point) const {
  TexelIndex at;
  for (unsigned d = 0; d < point.dimensions; ++d) {
    at.index[d] = point.by_index ? point.index[d] : floor_index(in_texels(point, d));
    if (!address(at.index[d], d)) at.inside = false;
  }
  return at;
}

std::uint64_t TextureSampler::cached_at(const TexturePoint& point) const {
  const TexelIndex at = nearest(point);
  if (!at.inside) return 0;
  if (!texture_.tiled) return offset_of(at.index, point.slice);
  return slice_offset(at.index, point.slice) +
         offset_in_tiles(static_cast<std::uint64_t>(at.index[0]) * texture_.texel_bytes(),
                         static_cast<std::uint64_t>(at.index[1]), texture_.pitch);
}

std::uint32_t TextureSampler::channel(const std::uint8_t* from) const {
  const unsigned bytes = texture_.channel_bytes;
  if (texture_.kind == ChannelKind::floating)
    return bytes == 2 ? bits_of(widen(F16(read_as<std::uint16_t>(from))))
                      : read_as<std::uint32_t>(from);
  const float largest = static_cast<float>(
      (1u << (8 * std::min(bytes, 2u) - (texture_.kind == ChannelKind::signed_integer ? 1 : 0))) -
      1);
  if (texture_.kind == ChannelKind::signed_integer) {
    const std::int32_t value = signed_channel(from, bytes);
    return texture_.reads_normalized ? bits_of(std::max(static_cast<float>(value) / largest, -1.0f))
                                     : static_cast<std::uint32_t>(value);
  }
  const std::uint32_t value = unsigned_channel(from, bytes);
  return texture_.reads_normalized ? bits_of(static_cast<float>(value) / largest) : value;
}

Texel TextureSampler::read(const TexelIndex& at, std::uint32_t slice) const {
  Texel texel{};
  if (!at.inside) {
    if (texture_.linear_memory) return texel;
    for (unsigned c = 0; c < texture_.channels; ++c) texel[c] = bits_of(texture_.border[c]);
    return texel;
  }
  const std::uint8_t* const from = texels_ + offset_of(at.index, slice);
  for (unsigned c = 0; c < texture_.channels; ++c)
    texel[c] = channel(from + c * texture_.channel_bytes);
  return texel;
}

Texel TextureSampler::filter(const TexturePoint& point) const {
  std::array<std::int32_t, 3> low{};
  std::array<float, 3> weight{};
  for (unsigned d = 0; d < point.dimensions; ++d) {
    const float at = in_texels(point, d) - 0.5f;
    low[d] = floor_index(at);
    weight[d] = is_nan(at) ? 0.0f : weight_of(std::clamp(at - std::floor(at), 0.0f, 1.0f));
  }
  std::array<float, 4> sum{};
  for (unsigned corner = 0; corner < 1u << point.dimensions; ++corner) {
    TexelIndex at;
    float share = 1.0f;
    for (unsigned d = 0; d < point.dimensions; ++d) {
      const bool upper = ((corner >> d) & 1u) != 0;
      at.index[d] = low[d] + (upper ? 1 : 0);
      share *= upper ? weight[d] : 1.0f - weight[d];
      if (!address(at.index[d], d)) at.inside = false;
    }
    if (share == 0.0f) continue;
    const Texel texel = read(at, point.slice);
    for (unsigned c = 0; c < 4; ++c) sum[c] += share * as_float(texel[c]);
  }
  return {bits_of(sum[0]), bits_of(sum[1]), bits_of(sum[2]), bits_of(sum[3])};
}

Texel TextureSampler::sample(const TexturePoint& point) const {
  const bool floats = texture_.kind == ChannelKind::floating || texture_.reads_normalized;
  if (texture_.filter == TextureFilter::linear && floats && !point.by_index) return filter(point);
  return read(nearest(point), point.slice);
}

TexturePoint TextureSampler::on_cube(float x, float y, float z, std::uint32_t first_slice) {
  struct Face {
    float major, s, t;
  };
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  Face face{};
  unsigned number = 0;
  if (ax >= ay && ax >= az) {
    number = x < 0 ? 1 : 0;
    face = {ax, x < 0 ? z : -z, -y};
  } else if (ay >= az) {
    number = y < 0 ? 3 : 2;
    face = {ay, x, y < 0 ? -z : z};
  } else {
    number = z < 0 ? 5 : 4;
    face = {az, z < 0 ? -x : x, -y};
  }
  TexturePoint point;
  point.dimensions = 2;
  point.slice = first_slice + number;
  point.at = {(face.s / face.major + 1.0f) / 2.0f, (face.t / face.major + 1.0f) / 2.0f, 0.0f};
  return point;
}

}  // namespace heddle::exec
