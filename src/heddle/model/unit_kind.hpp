// The kinds of execution pipelines of an SM.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace heddle::model {

/// The pipeline that executes an instruction. `scalar`: instructions that compute the same in all
/// threads of a warp, on machines that have the unit. `control`: no unit; branches, barriers and
/// the like take effect at issue.
enum class UnitKind : std::uint8_t { sp, integer, dp, sfu, memory, scalar, control };
inline constexpr unsigned kUnitKinds = 7;
inline constexpr std::array<std::string_view, kUnitKinds> kUnitNames = {
    "sp", "integer", "dp", "sfu", "memory", "scalar", "control"};

}  // namespace heddle::model
