// The kinds of pipelines of an SM.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace heddle::model {

/// What executes an instruction. `control` needs no unit: branches, barriers and the like take
/// effect at issue.
enum class UnitKind : std::uint8_t { sp, integer, dp, sfu, memory, control };
inline constexpr unsigned kUnitKinds = 6;
inline constexpr std::array<std::string_view, kUnitKinds> kUnitNames = {
    "sp", "integer", "dp", "sfu", "memory", "control"};

}  // namespace heddle::model
