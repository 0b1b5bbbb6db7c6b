// Lists the members of all structs in a capture, in the order in which the file has them. The
// encoder and the decoder share these lists.
#pragma once

#include <tuple>
#include <type_traits>

#include "heddle/capture/capture.hpp"

namespace heddle::capture {

template <typename T, typename... Types>
inline constexpr bool is_any_of = (std::is_same_v<std::remove_const_t<T>, Types> || ...);

/// Returns references to the members of `v`. `v` may be const.
template <typename T>
auto fields_of(T& v) {
  if constexpr (is_any_of<T, Dim3>) return std::tie(v.x, v.y, v.z);
  if constexpr (is_any_of<T, ModuleText>) return std::tie(v.file, v.ptx);
  if constexpr (is_any_of<T, Allocation>)
    return std::tie(v.address, v.bytes, v.name, v.writable, v.contents);
  if constexpr (is_any_of<T, exec::TextureDescriptor>)
    return std::tie(v.base, v.width, v.height, v.depth, v.pitch, v.slice_pitch, v.channels,
                    v.channel_bytes, v.kind, v.linear_memory, v.tiled, v.normalized,
                    v.reads_normalized, v.filter, v.addressing, v.border);
  if constexpr (is_any_of<T, Texture>) return std::tie(v.handle, v.descriptor);
  if constexpr (is_any_of<T, Load>) return std::tie(v.module, v.variables);
  if constexpr (is_any_of<T, Box>)
    return std::tie(v.address, v.width, v.height, v.depth, v.row_pitch, v.slice_pitch);
  if constexpr (is_any_of<T, Write>) return std::tie(v.to, v.contents);
  if constexpr (is_any_of<T, Copy>) return std::tie(v.to, v.from);
  if constexpr (is_any_of<T, Fill>) return std::tie(v.to, v.value, v.word_bytes);
  if constexpr (is_any_of<T, Allocate>) return std::tie(v.allocation);
  if constexpr (is_any_of<T, Free>) return std::tie(v.address);
  if constexpr (is_any_of<T, Unload>) return std::tie(v.module);
  if constexpr (is_any_of<T, Bind>) return std::tie(v.texture);
  if constexpr (is_any_of<T, Unbind>) return std::tie(v.handle);
  if constexpr (is_any_of<T, Launch>)
    return std::tie(v.module, v.kernel, v.grid, v.block, v.dynamic_shared_bytes, v.parameters,
                    v.stream, v.priority, v.cooperative, v.cluster, v.stack_bytes,
                    v.preferred_shared);
  if constexpr (is_any_of<T, Transfer>) return std::tie(v.link, v.bytes);
  if constexpr (is_any_of<T, Computed>) return std::tie(v.warp_instructions, v.blocks);
  if constexpr (is_any_of<T, Pause>) return std::tie(v.seconds);
  if constexpr (is_any_of<T, HostCall>) return std::tuple<>();
  if constexpr (is_any_of<T, Step>) return std::tie(v.work, v.after, v.cycle, v.effects);
  if constexpr (is_any_of<T, FinalMemory>) return std::tie(v.address, v.bytes, v.hash, v.compared);
  if constexpr (is_any_of<T, Capture>)
    return std::tie(v.heddle_version, v.program, v.machine, v.modules, v.allocations, v.textures,
                    v.loads, v.steps, v.final_memory);
}

}  // namespace heddle::capture
