// tex: every lane reads a texture at its own coordinates.
#include <bit>

#include "heddle/exec/step/step_context.hpp"
#include "heddle/exec/texture/texture_sampler.hpp"

namespace heddle::exec {
namespace {

using isa::Geometry;

struct GeometryShape {
  unsigned dimensions = 1;
  bool layered = false;
  bool cube = false;
};

GeometryShape shape_of(Geometry geometry) {
  switch (geometry) {
    case Geometry::d2:
      return {2};
    case Geometry::d3:
      return {3};
    case Geometry::a1:
      return {1, true};
    case Geometry::a2:
      return {2, true};
    case Geometry::cube:
      return {3, false, true};
    case Geometry::acube:
      return {3, true, true};
    default:
      return {1};
  }
}

/// A lane's coordinates. The layer of a layered texture comes first.
TexturePoint point_of(const StepContext& context, const GeometryShape& shape, unsigned lane) {
  constexpr unsigned kFaces = 6;
  TexturePoint point;
  point.dimensions = shape.dimensions;
  point.by_index = context.instruction.modifiers.source == isa::Type::s32;
  unsigned source = 1;
  if (shape.layered) point.slice = context.source(source++)[lane];
  for (unsigned d = 0; d < shape.dimensions; ++d) {
    const std::uint32_t* const row = context.source(source++);
    const std::uint32_t word = row == nullptr ? 0 : row[lane];
    point.index[d] = static_cast<std::int32_t>(word);
    point.at[d] = std::bit_cast<float>(word);
  }
  if (shape.cube)
    return TextureSampler::on_cube(point.at[0], point.at[1], point.at[2], point.slice * kFaces);
  return point;
}

/// A texture as the lanes of one instruction find it.
struct FoundTexture {
  std::uint64_t handle = 0;
  const TextureDescriptor* descriptor = nullptr;
  const std::uint8_t* texels = nullptr;
};

FoundTexture find_texture(const StepContext& context, std::uint64_t handle, unsigned lane) {
  FoundTexture found{handle, context.grid.textures->find(handle), nullptr};
  if (found.descriptor == nullptr)
    context.fault(FaultKind::invalid_operand, lane, handle,
                  fmt::format("texture {:#x} is not bound: no texture object or bound texture "
                              "reference has this handle",
                              handle));
  found.texels = context.grid.memory->translate(found.descriptor->base, found.descriptor->bytes());
  if (found.texels == nullptr)
    context.fault(FaultKind::out_of_bounds, lane, found.descriptor->base,
                  fmt::format("the {} bytes of texture {:#x} are not in device memory: {}",
                              found.descriptor->bytes(), handle,
                              context.grid.memory->describe(found.descriptor->base)));
  return found;
}

void fetch(StepContext& context) {
  const GeometryShape shape = shape_of(context.instruction.modifiers.geometry);
  const std::uint32_t* const handles = context.source(0);
  MemoryAccess& access = context.result.access;
  access = {};
  access.kind = AccessKind::texture;
  access.global = context.mask;
  context.result.kind = StepKind::memory;
  FoundTexture found;
  for_each_lane(context.mask, [&](unsigned lane) {
    const std::uint64_t handle = handles[lane] | std::uint64_t{handles[lane + kWarpSize]} << 32;
    if (found.descriptor == nullptr || found.handle != handle)
      found = find_texture(context, handle, lane);
    const TexturePoint point = point_of(context, shape, lane);
    const TextureSampler sampler(*found.descriptor, found.texels);
    const Texel texel = sampler.sample(point);
    for (unsigned c = 0; c < texel.size(); ++c)
      if (std::uint32_t* const row = context.destination(c)) row[lane] = texel[c];
    access.address[lane] = found.descriptor->base + sampler.cached_at(point);
    access.bytes = static_cast<std::uint8_t>(found.descriptor->texel_bytes());
    access.contiguous = false;
  });
}

constexpr HandlerBinding kTextureHandlers[] = {{isa::Op::tex, fetch}, {isa::Op::tex_level, fetch}};

}  // namespace

std::span<const HandlerBinding> texture_handlers() { return kTextureHandlers; }

}  // namespace heddle::exec
