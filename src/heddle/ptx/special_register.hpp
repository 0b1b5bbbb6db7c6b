// The names of PTX's special registers: %tid, %clock64, %lanemask_lt, ...
#pragma once

#include <string_view>

namespace heddle::ptx {

enum class SpecialRegister { none, scalar, vector };

/// Says whether `name` (with its %) is a special register, and whether it has components .x .y .z
/// .w.
SpecialRegister classify_special_register(std::string_view name);

}  // namespace heddle::ptx
