// What is known of how a kernel uses bandwidth, and what its use beside others says of that.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/policy/corun/ccbp/bandwidth_factors.hpp"

namespace heddle::policy {

struct KernelUse {
  BandwidthFactors factors;
  BandwidthCurve curve;
  std::vector<double> rates;  ///< requests of an SM in a cycle alone, by blocks from 1 on

  /// Requests have taken this much. True: that is another by more than a share of `drift`, and is
  /// what is known from now on.
  bool follow(const BandwidthFactors& now, double drift);
  /// An SM with so many blocks has had so many requests in a cycle beside others. True: these are
  /// by a share of `drift` more than alone, which cannot be, and the kernel is known to have more.
  bool raise(std::uint64_t blocks, double rate, double drift);
};

/// What a tenant does, until it is looked at.
class UseWatch {
 public:
  /// `cap`: its blocks on each SM.
  void see(const CorunWindow& window, unsigned tenant, std::uint64_t cap);
  /// Whether what was seen is something else than what is known, which is changed then. Begins
  /// anew.
  bool changes(KernelUse& use, std::uint32_t sms, const Sustainable& sustainable, double drift);

 private:
  TenantWindow whole_;
  std::uint64_t requests_ = 0;
  std::uint64_t cap_ = 0;
  std::uint64_t full_requests_ = 0, full_cycles_ = 0;  ///< of SMs that had all its blocks
  std::vector<bool> were_full_;                        ///< by SM, at the last window's end
};

}  // namespace heddle::policy
