// What a request of a kernel takes of interconnect and DRAM, as shares of what these sustain.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/policy/corun/ccbp/partition.hpp"
#include "heddle/policy/corun/corun.hpp"

namespace heddle::policy {

/// What the GPU sustains in a core cycle.
struct Sustainable {
  double flits = 0, dram_bytes = 0;
};

/// Percent of what is sustained that one request a cycle of each SM would take.
struct BandwidthFactors {
  double interconnect = 0, dram = 0;

  /// From what a tenant did on the whole GPU with so many requests.
  static BandwidthFactors of(const TenantWindow& whole, std::uint64_t requests, std::uint32_t sms,
                             const Sustainable& sustainable) {
    if (requests == 0) return {};
    const double each = 100.0 * sms / static_cast<double>(requests);
    return {each * static_cast<double>(whole.reply_flits) / sustainable.flits,
            each * static_cast<double>(whole.dram_bytes) / sustainable.dram_bytes};
  }
  /// The percent by blocks, for requests of an SM in a cycle by blocks; never falling.
  BandwidthCurve curve(const std::vector<double>& rates) const {
    BandwidthCurve made;
    double most = 0;
    for (const double rate : rates) {
      most = std::max(most, rate);
      made.interconnect.push_back(interconnect * most);
      made.dram.push_back(dram * most);
    }
    return made;
  }
};

}  // namespace heddle::policy
