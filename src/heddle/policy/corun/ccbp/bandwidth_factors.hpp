// The fraction of the sustainable interconnect and DRAM bandwidth that each request of a kernel
// needs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/policy/corun/ccbp/partition.hpp"
#include "heddle/policy/corun/corun.hpp"

namespace heddle::policy {

/// The bandwidth that the GPU sustains, per core cycle.
struct Sustainable {
  double flits = 0, dram_bytes = 0;
};

/// Percent of the sustainable bandwidth that one request per cycle and SM would need.
struct BandwidthFactors {
  double interconnect = 0, dram = 0;

  /// `whole`: traffic of a tenant on the whole GPU, measured while the tenant made `requests`
  /// requests.
  static BandwidthFactors of(const TenantWindow& whole, std::uint64_t requests, std::uint32_t sms,
                             const Sustainable& sustainable) {
    if (requests == 0) return {};
    const double each = 100.0 * sms / static_cast<double>(requests);
    return {each * static_cast<double>(whole.reply_flits) / sustainable.flits,
            each * static_cast<double>(whole.dram_bytes) / sustainable.dram_bytes};
  }
  /// Returns percent of the sustainable bandwidth by number of blocks. `rates`: requests per SM and
  /// cycle, by number of blocks. The returned values never fall from one number of blocks to the
  /// next.
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
