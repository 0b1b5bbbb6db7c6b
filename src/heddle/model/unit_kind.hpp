// The kinds of execution pipelines of an SM.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace heddle::model {

/// The pipeline that executes an instruction. `scalar`: the unit of some machines for instructions
/// that compute the same value in all threads of a warp. `matrix`: the unit that multiplies
/// matrices which the threads of a warp hold together. `control`: no unit, because branches,
/// barriers and similar instructions take effect at issue.
enum class UnitKind : std::uint8_t { sp, integer, dp, sfu, memory, scalar, matrix, control };
inline constexpr unsigned kUnitKinds = 8;
inline constexpr std::array<std::string_view, kUnitKinds> kUnitNames = {
    "sp", "integer", "dp", "sfu", "memory", "scalar", "matrix", "control"};

}  // namespace heddle::model
