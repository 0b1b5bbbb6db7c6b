// The kinds of pipelines of an SM.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace heddle::model {

/// What executes an instruction. `scalar`, where a machine has it, executes what does the same in
/// all threads of a warp. `control` needs no unit: branches, barriers and the like take effect at
/// issue.
enum class UnitKind : std::uint8_t { sp, integer, dp, sfu, memory, scalar, control };
inline constexpr unsigned kUnitKinds = 7;
inline constexpr std::array<std::string_view, kUnitKinds> kUnitNames = {
    "sp", "integer", "dp", "sfu", "memory", "scalar", "control"};

}  // namespace heddle::model
