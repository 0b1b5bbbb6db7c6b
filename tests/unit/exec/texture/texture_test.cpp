#include "heddle/exec/texture/texture.hpp"

#include <bit>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/texture/texture_sampler.hpp"
#include "heddle/exec/texture/texture_tiles.hpp"
#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

using isa::Geometry;
using isa::Op;
using testing::HasSubstr;

float value_of(const Texel& texel, unsigned channel = 0) {
  return std::bit_cast<float>(texel[channel]);
}

/// One row of floats 0, 10, 20, 30.
struct Row4 {
  float texels[4] = {0, 10, 20, 30};
  TextureDescriptor descriptor;

  Row4() { descriptor.width = 4; }
  float at(float x) const {
    TexturePoint point;
    point.at[0] = x;
    return value_of(
        TextureSampler(descriptor, reinterpret_cast<const std::uint8_t*>(texels)).sample(point));
  }
  float at_index(std::int32_t i) const {
    TexturePoint point;
    point.by_index = true;
    point.index[0] = i;
    return value_of(
        TextureSampler(descriptor, reinterpret_cast<const std::uint8_t*>(texels)).sample(point));
  }
  void set(TextureAddressing mode, bool normalized) {
    descriptor.addressing[0] = mode;
    descriptor.normalized = normalized;
  }
};

TEST(TextureSampler, NearestPointIsTheFloor) {
  Row4 t;
  EXPECT_EQ(t.at(0.0f), 0);
  EXPECT_EQ(t.at(0.99f), 0);
  EXPECT_EQ(t.at(1.0f), 10);
  EXPECT_EQ(t.at(3.5f), 30);
  t.set(TextureAddressing::clamp, true);
  EXPECT_EQ(t.at(0.5f), 20);
  EXPECT_EQ(t.at(0.74f), 20);
}

TEST(TextureSampler, OutsideByMode) {
  Row4 t;
  EXPECT_EQ(t.at(-3), 0);
  EXPECT_EQ(t.at(9), 30);
  t.set(TextureAddressing::border, false);
  t.descriptor.border[0] = 7;
  EXPECT_EQ(t.at(-0.1f), 7);
  EXPECT_EQ(t.at(4.0f), 7);
  EXPECT_EQ(t.at(3.9f), 30);
  t.set(TextureAddressing::wrap, true);
  EXPECT_EQ(t.at(1.25f), 10);
  EXPECT_EQ(t.at(-0.25f), 30);
  t.set(TextureAddressing::mirror, true);
  EXPECT_EQ(t.at(1.1f), 30);
  EXPECT_EQ(t.at(1.9f), 0);
  EXPECT_EQ(t.at(-0.3f), 10);
  t.set(TextureAddressing::wrap, false);
  EXPECT_EQ(t.at(5), 30) << "wrap needs normalized coordinates";
}

/// The bits of `value` put into the places of the ones of `mask`, lowest first.
std::uint64_t deposit(std::uint64_t value, std::uint64_t mask) {
  std::uint64_t result = 0;
  for (; mask != 0; mask &= mask - 1, value >>= 1)
    if ((value & 1) != 0) result |= mask & -mask;
  return result;
}

// Tegra X1 Technical Reference Manual, "Block Linear": which bits of a byte's place in 64 x 8 bytes
// come from its column and which from its row.
TEST(TextureTiles, AreGroupsOfBytesRowByRow) {
  constexpr std::uint64_t kColumnBits = 0b1'0010'1111, kRowBits = 0b0'1101'0000, kPitch = 192;
  for (std::uint64_t y = 0; y < 24; ++y)
    for (std::uint64_t x = 0; x < kPitch; ++x)
      ASSERT_EQ(
          offset_in_tiles(x, y, kPitch),
          (y / 8 * 3 + x / 64) * 512 + deposit(x % 64, kColumnBits) + deposit(y % 8, kRowBits))
          << x << ", " << y;
}

TEST(TextureSampler, ShowsTheCachesTilesAndKeepsRows) {
  std::vector<float> texels(std::size_t{2} * 8 * 16);  // two slices of 8 rows of 64 bytes
  texels[128 + 2 * 16 + 5] = 3;
  TextureDescriptor descriptor;
  descriptor.width = 16;
  descriptor.height = 8;
  descriptor.depth = 2;
  descriptor.pitch = 64;
  descriptor.slice_pitch = 512;
  const TextureSampler sampler(descriptor, reinterpret_cast<const std::uint8_t*>(texels.data()));
  TexturePoint point;
  point.dimensions = 2;
  point.at = {5.5f, 2.5f, 0};
  point.slice = 1;
  EXPECT_EQ(sampler.cached_at(point), 512 + 2 * 64 + 20);
  descriptor.tiled = true;
  EXPECT_EQ(sampler.cached_at(point), 512 + 64 + 32 + 4) << "rows 2 and 3; columns 16 to 31 of 32";
  EXPECT_EQ(value_of(sampler.sample(point)), 3);
}

// CUDA C++ Programming Guide, "Linear Filtering": xB = x - 0.5, T[i] (1 - a) + T[i + 1] a.
TEST(TextureSampler, LinearBetweenTexelCentres) {
  Row4 t;
  t.descriptor.filter = TextureFilter::linear;
  EXPECT_EQ(t.at(0.5f), 0);
  EXPECT_EQ(t.at(1.0f), 5);
  EXPECT_EQ(t.at(2.5f), 20);
  EXPECT_EQ(t.at(0.0f), 0);
  EXPECT_EQ(t.at(4.0f), 30);
  EXPECT_EQ(t.at(1.75f), 12.5f);
  // The weight has eight fractional bits: 0.7 is 179 / 256.
  EXPECT_EQ(t.at(1.2f), 0 + 10 * (179.0f / 256));
  t.set(TextureAddressing::wrap, true);
  EXPECT_EQ(t.at(0.0f), 15) << "between the last texel and the first";
  t.set(TextureAddressing::border, false);
  EXPECT_EQ(t.at(4.0f), 15) << "half of the border's zero";
}

TEST(TextureSampler, StrangeCoordinates) {
  Row4 t;
  EXPECT_EQ(t.at(std::numeric_limits<float>::quiet_NaN()), 0);
  EXPECT_EQ(t.at(std::numeric_limits<float>::infinity()), 30);
  EXPECT_EQ(t.at(-std::numeric_limits<float>::infinity()), 0);
  t.descriptor.filter = TextureFilter::linear;
  EXPECT_EQ(t.at(1e30f), 30);
}

TEST(TextureSampler, LinearMemoryReadsZerosOutside) {
  Row4 t;
  t.descriptor.linear_memory = true;
  EXPECT_EQ(t.at_index(2), 20);
  EXPECT_EQ(t.at_index(4), 0);
  EXPECT_EQ(t.at_index(-1), 0);
}

TEST(TextureSampler, IntegersAreReadAsTheyAreOrNormalized) {
  const std::uint8_t texels[8] = {0, 255, 128, 1, 127, 0x81, 0x80, 0};
  TextureDescriptor d;
  d.channels = 4;
  d.channel_bytes = 1;
  d.kind = ChannelKind::unsigned_integer;
  d.width = 2;
  TexturePoint point;
  const TextureSampler sampler(d, texels);
  EXPECT_EQ(sampler.sample(point), (Texel{0, 255, 128, 1}));
  d.reads_normalized = true;
  EXPECT_EQ(value_of(sampler.sample(point), 1), 1.0f);
  EXPECT_EQ(value_of(sampler.sample(point), 2), 128.0f / 255);
  d.kind = ChannelKind::signed_integer;
  point.at[0] = 1;
  EXPECT_EQ(value_of(sampler.sample(point), 0), 1.0f);
  EXPECT_EQ(value_of(sampler.sample(point), 1), -1.0f);
  EXPECT_EQ(value_of(sampler.sample(point), 2), -1.0f) << "-128 clamps";
  d.reads_normalized = false;
  EXPECT_EQ(sampler.sample(point)[1], 0xFFFFFF81u);
}

TEST(TextureSampler, HalvesAndSixteenBits) {
  const std::uint16_t texels[2] = {0x3C00, 0xFFFF};
  TextureDescriptor d;
  d.channel_bytes = 2;
  d.width = 2;
  const TextureSampler sampler(d, reinterpret_cast<const std::uint8_t*>(texels));
  EXPECT_EQ(value_of(sampler.sample({})), 1.0f);
  d.kind = ChannelKind::signed_integer;
  TexturePoint second;
  second.at[0] = 1;
  EXPECT_EQ(sampler.sample(second)[0], 0xFFFFFFFFu);
}

/// Texel (x, y, z) is x + 10 y + 100 z, in rows of 32 bytes and slices of 64.
struct Volume {
  float texels[3][2][8] = {};
  TextureDescriptor descriptor;
  Volume() {
    descriptor.width = 3;
    descriptor.height = 2;
    descriptor.depth = 3;
    descriptor.pitch = 32;
    descriptor.slice_pitch = 64;
    for (int z = 0; z < 3; ++z)
      for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 3; ++x) texels[z][y][x] = static_cast<float>(x + 10 * y + 100 * z);
  }
  float at(TexturePoint point) const {
    return value_of(
        TextureSampler(descriptor, reinterpret_cast<const std::uint8_t*>(texels)).sample(point));
  }
};

TEST(TextureSampler, TwoAndThreeDimensions) {
  Volume v;
  EXPECT_EQ(v.at({.at = {2.5f, 1.5f, 0}, .dimensions = 2}), 12);
  EXPECT_EQ(v.at({.at = {0.5f, 1.5f, 2.5f}, .dimensions = 3}), 210);
  EXPECT_EQ(v.at({.at = {1, 1, 0}, .slice = 1, .dimensions = 2}), 111);
  EXPECT_EQ(v.at({.at = {1, 1, 0}, .slice = 9, .dimensions = 2}), 211) << "the last layer";
  v.descriptor.filter = TextureFilter::linear;
  EXPECT_EQ(v.at({.at = {1, 1, 0}, .dimensions = 2}), (0 + 1 + 10 + 11) / 4.0f);
  EXPECT_EQ(v.at({.at = {1, 1, 1}, .dimensions = 3}), (0 + 1 + 10 + 11) / 4.0f + 50);
}

TEST(TextureSampler, FacesOfACube) {
  const TexturePoint right = TextureSampler::on_cube(2, 0, -1, 6);
  EXPECT_EQ(right.slice, 6u);
  EXPECT_EQ(right.at[0], 0.75f);
  EXPECT_EQ(right.at[1], 0.5f);
  EXPECT_EQ(TextureSampler::on_cube(-2, 0, 0, 0).slice, 1u);
  EXPECT_EQ(TextureSampler::on_cube(0, 3, 1, 0).slice, 2u);
  EXPECT_EQ(TextureSampler::on_cube(0, -3, 1, 0).slice, 3u);
  EXPECT_EQ(TextureSampler::on_cube(1, 0, 4, 0).slice, 4u);
  EXPECT_EQ(TextureSampler::on_cube(1, 0, -4, 0).slice, 5u);
}

TEST(Texture, InstructionsReadByHandle) {
  ProgramBuilder b;
  isa::Instruction& tex =
      b.add(Op::tex, {row(8), row(9), row(10), row(11)}, {row(0), row(2), row(3)});
  tex.modifiers.geometry = Geometry::d2;
  tex.modifiers.type = isa::Type::f32;
  tex.modifiers.source = isa::Type::f32;
  tex.modifiers.vector = 4;
  isa::Instruction& layer = b.add(Op::tex, {row(12)}, {row(0), row(4), row(2)});
  layer.modifiers.geometry = Geometry::a1;
  layer.modifiers.source = isa::Type::s32;
  WarpRig rig(b);
  Volume v;
  v.descriptor.base = rig.image.allocate(sizeof v.texels);
  rig.image.write(v.descriptor.base, v.texels, sizeof v.texels);
  const std::uint64_t handle = rig.textures.create(v.descriptor);
  EXPECT_NE(rig.textures.create(v.descriptor), handle);
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.set_pair(0, lane, handle);
    rig.row(2)[lane] = std::bit_cast<std::uint32_t>(static_cast<float>(lane % 3));
    rig.row(3)[lane] = std::bit_cast<std::uint32_t>(static_cast<float>(lane % 2));
    rig.row(4)[lane] = 2;
  }
  const Step& step = rig.step();
  EXPECT_EQ(step.kind, StepKind::memory);
  EXPECT_EQ(step.access.kind, AccessKind::texture);
  EXPECT_EQ(step.access.bytes, 4);
  EXPECT_EQ(step.access.global, kAllLanes);
  EXPECT_EQ(step.access.address[5], v.descriptor.base + 32 + 2 * 4);
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(std::bit_cast<float>(rig.row(8)[lane]), static_cast<float>(lane % 3 + lane % 2 * 10));
    EXPECT_EQ(rig.row(9)[lane], 0u);
    rig.row(2)[lane] = 1;
  }
  rig.step();
  EXPECT_EQ(std::bit_cast<float>(rig.row(12)[9]), 201.0f);
}

TEST(Texture, UnknownHandlesAndLostMemoryFault) {
  ProgramBuilder b;
  isa::Instruction& tex = b.add(Op::tex, {row(8)}, {row(0), row(2)});
  tex.modifiers.geometry = Geometry::d1;
  tex.modifiers.source = isa::Type::s32;
  WarpRig rig(b);
  EXPECT_THAT(message_of([&] { rig.step(); }), HasSubstr("texture 0x0 is not bound"));
  TextureDescriptor d;
  d.base = isa::kGlobalBase;
  d.width = 64;
  rig.textures.bind(0, d);
  EXPECT_THAT(message_of([&] { rig.step(); }), HasSubstr("256 bytes of texture 0x0 are not in"));
  EXPECT_TRUE(rig.textures.remove(0));
  EXPECT_FALSE(rig.textures.remove(0));
}

}  // namespace
}  // namespace heddle::exec
