// The fundamental types of PTX, as they appear in declarations (.reg .b32) and in opcode modifiers
// (add.s32).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::ptx {

// clang-format off
enum class Type : std::uint8_t {
  b8, b16, b32, b64, b128,
  u8, u16, u32, u64,
  s8, s16, s32, s64,
  f16, f16x2, f32, f64, bf16, bf16x2,
  pred,
  texref, samplerref, surfref,
};
// clang-format on

/// Size of the type in bytes. The size is 1 for pred and 8 for opaque references such as texref.
unsigned type_bytes(Type type);

bool is_float(Type type);
bool is_opaque(Type type);

/// Returns the name of the type without the dot, for example "u32".
std::string_view type_name(Type type);

/// Returns the type with this name, for example Type::u32 for "u32". Empty if the name is no type,
/// for example "rn".
std::optional<Type> type_from_name(std::string_view name);

}  // namespace heddle::ptx
