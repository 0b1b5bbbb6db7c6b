// Classifies a kernel by the component that it uses most: compute, one direction of the
// interconnect, DRAM, or none. Classes and thresholds follow Z. Lin, "Architectural Support for
// Efficient GPU Multiprogramming", dissertation, North Carolina State University, section 3.4.2
// (Figure 3.4).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace heddle::gpu {

/// Utilization of each component, from 0 to 1: issued instructions as a share of the schedulers'
/// issue slots, flits in each direction as a share of the flits that the interconnect can sustain,
/// and DRAM traffic as a share of DRAM's peak.
struct Utilization {
  double scheduler = 0, replies = 0, requests = 0, dram = 0;
};

enum class UtilizationClass : std::uint8_t { compute, replies, requests, dram, underutilized };
inline constexpr unsigned kUtilizationClasses = 5;
inline constexpr std::array<std::string_view, kUtilizationClasses> kUtilizationClassNames = {
    "compute", "replies", "requests", "dram", "underutilized"};

/// The class of the most utilized component among the components above their thresholds: 60% for
/// the schedulers and for each direction of the interconnect, 50% for DRAM.
UtilizationClass class_of(const Utilization& utilization);

}  // namespace heddle::gpu
