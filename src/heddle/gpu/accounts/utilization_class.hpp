// What a kernel makes the most of: compute, the interconnect in either direction, DRAM, or nothing.
// The classes and thresholds of Z. Lin, "Architectural Support for Efficient GPU Multiprogramming",
// dissertation, North Carolina State University, section 3.4.2 (Figure 3.4).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace heddle::gpu {

/// Shares: of the schedulers' slots, of what the interconnect can sustain each way, of DRAM's peak.
struct Utilization {
  double scheduler = 0, replies = 0, requests = 0, dram = 0;
};

enum class UtilizationClass : std::uint8_t { compute, replies, requests, dram, underutilized };
inline constexpr unsigned kUtilizationClasses = 5;
inline constexpr std::array<std::string_view, kUtilizationClasses> kUtilizationClassNames = {
    "compute", "replies", "requests", "dram", "underutilized"};

/// That of the most utilized component of those above their thresholds: 60% of the schedulers and
/// of what the interconnect can sustain, 50% of DRAM's peak.
UtilizationClass class_of(const Utilization& utilization);

}  // namespace heddle::gpu
