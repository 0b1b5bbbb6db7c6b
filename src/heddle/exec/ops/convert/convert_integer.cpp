// Conversions between integers.
#include <limits>

#include "heddle/exec/ops/convert/convert.hpp"
#include "heddle/exec/ops/lanes.hpp"

namespace heddle::exec {
namespace {

/// Returns the value of type To that is nearest to the argument.
template <typename To, typename From>
To clamp(From value) {
  using Limits = std::numeric_limits<To>;
  if (std::is_signed_v<From> && value < From{0}) {
    if constexpr (!std::is_signed_v<To>) return 0;
    return static_cast<S64>(value) < static_cast<S64>(Limits::min()) ? Limits::min()
                                                                     : static_cast<To>(value);
  }
  return static_cast<U64>(value) > static_cast<U64>(Limits::max()) ? Limits::max()
                                                                   : static_cast<To>(value);
}

/// Returns a word that holds the value, extended by its sign or by zeros.
template <typename To>
U32 extended(To value) {
  return std::is_signed_v<To> ? static_cast<U32>(static_cast<S32>(value)) : static_cast<U32>(value);
}

template <typename To, typename From>
U32 truncate(From value) {
  return extended(static_cast<To>(value));
}
template <typename To>
U32 truncate_pair(Pair value) {
  return extended(static_cast<To>(value.low));
}
template <typename From>
Pair extend_pair(From value) {
  const U32 low = extended(value);
  return {low, std::is_signed_v<From> ? static_cast<U32>(static_cast<S32>(low) >> 31) : 0};
}
Pair copy_pair(Pair value) { return value; }

template <typename To, typename From>
U32 saturating(From value) {
  return extended(clamp<To>(value));
}
template <typename To, typename From>
To saturating_wide(From value) {
  return clamp<To>(value);
}

template <typename To, typename From>
OperationFunction bind_pair_of_types(bool saturate) {
  if constexpr (sizeof(To) == 8) {
    if (saturate) return lanewise<saturating_wide<To, From>, Loops::one>;
    if constexpr (sizeof(From) == 8) {
      return lanewise<copy_pair>;
    } else {
      return lanewise<extend_pair<From>>;
    }
  } else {
    if (saturate) return lanewise<saturating<To, From>, Loops::one>;
    if constexpr (sizeof(From) == 8) {
      return lanewise<truncate_pair<To>>;
    } else {
      return lanewise<truncate<To, From>>;
    }
  }
}

}  // namespace

OperationFunction bind_integer_to_integer(const isa::Modifiers& modifiers) {
  if (modifiers.rounding != isa::Rounding::none || modifiers.ftz) return nullptr;
  return with_integer(modifiers.type, [&]<typename To>() {
    return with_integer(modifiers.source, [&]<typename From>() {
      return bind_pair_of_types<To, From>(modifiers.saturate);
    });
  });
}

}  // namespace heddle::exec
