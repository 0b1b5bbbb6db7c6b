// The orders in which a two-level scheduler takes warps or groups of warps.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace heddle::policy {

enum class Order : std::uint8_t { lrr, gto };  ///< lrr: round robin; gto: greedy, then oldest
inline constexpr std::array<std::string_view, 2> kOrderNames = {"lrr", "gto"};

}  // namespace heddle::policy
