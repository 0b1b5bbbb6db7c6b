// The names of PTX's special registers: %tid, %clock64, %lanemask_lt, ...
#pragma once

#include <string_view>

namespace heddle::ptx {

enum class SpecialRegister { none, scalar, vector };

/// Tells whether `name`, which includes the %, is a special register, and whether the register has
/// the components .x .y .z .w.
SpecialRegister classify_special_register(std::string_view name);

}  // namespace heddle::ptx
