// Binders of conversions, one binder for each pair of kinds of source and destination. Each binder
// returns null for a conversion that PTX does not allow.
#pragma once

#include "heddle/exec/ops/narrow.hpp"
#include "heddle/exec/ops/operation.hpp"

namespace heddle::exec {

OperationFunction bind_integer_to_integer(const isa::Modifiers& modifiers);
OperationFunction bind_float_to_integer(const isa::Modifiers& modifiers);
OperationFunction bind_integer_to_float(const isa::Modifiers& modifiers);
OperationFunction bind_float_to_float(const isa::Modifiers& modifiers);

/// Calls `use` with the C++ type that stands for a PTX integer type. Returns null for other types.
template <typename Use>
OperationFunction with_integer(isa::Type type, Use use) {
  switch (type) {
    case isa::Type::u8:
      return use.template operator()<U8>();
    case isa::Type::s8:
      return use.template operator()<S8>();
    case isa::Type::u16:
      return use.template operator()<U16>();
    case isa::Type::s16:
      return use.template operator()<S16>();
    case isa::Type::u32:
      return use.template operator()<U32>();
    case isa::Type::s32:
      return use.template operator()<S32>();
    case isa::Type::u64:
      return use.template operator()<U64>();
    case isa::Type::s64:
      return use.template operator()<S64>();
    default:
      return nullptr;
  }
}
template <typename Use>
OperationFunction with_float(isa::Type type, Use use) {
  switch (type) {
    case isa::Type::f16:
      return use.template operator()<F16>();
    case isa::Type::bf16:
      return use.template operator()<BF16>();
    case isa::Type::f32:
      return use.template operator()<float>();
    case isa::Type::f64:
      return use.template operator()<double>();
    default:
      return nullptr;
  }
}

template <typename T>
inline constexpr bool kIsShort = std::is_same_v<T, F16> || std::is_same_v<T, BF16>;

}  // namespace heddle::exec
