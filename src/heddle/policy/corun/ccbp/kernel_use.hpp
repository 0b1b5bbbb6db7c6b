// The known bandwidth use of a kernel, and corrections of it while the kernel shares the GPU.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/policy/corun/ccbp/bandwidth_factors.hpp"

namespace heddle::policy {

struct KernelUse {
  BandwidthFactors factors;
  BandwidthCurve curve;
  std::vector<double> rates;  ///< by number of blocks from 1 on: requests of an SM per cycle while
                              ///< the kernel runs alone

  /// `now`: the bandwidth that requests have used recently. If `now` differs from the known
  /// bandwidth by more than the fraction `drift`, replaces the known bandwidth by `now` and returns
  /// true.
  bool follow(const BandwidthFactors& now, double drift);
  /// `rate`: requests per cycle of an SM with `blocks` blocks, while other tenants run too. A
  /// kernel cannot be faster beside other tenants than alone. So if `rate` exceeds the known rate
  /// of the kernel alone by more than the fraction `drift`, raises the known rates and bandwidth,
  /// and returns true.
  bool raise(std::uint64_t blocks, double rate, double drift);
};

/// Collects the traffic of a tenant between two corrections of its known use.
class UseWatch {
 public:
  /// Adds the tenant's traffic in a window. `cap`: number of blocks that the policy gives the
  /// tenant on each SM.
  void see(const CorunWindow& window, unsigned tenant, std::uint64_t cap);
  /// Corrects `use` with the collected traffic and begins a new collection. Returns whether `use`
  /// has changed.
  bool changes(KernelUse& use, std::uint32_t sms, const Sustainable& sustainable, double drift);

 private:
  TenantWindow whole_;
  std::uint64_t requests_ = 0;
  std::uint64_t cap_ = 0;
  std::uint64_t full_requests_ = 0, full_cycles_ = 0;  ///< requests and cycles in SMs that had
                                                       ///< `cap` blocks of the tenant
  std::vector<bool> were_full_;  ///< by SM: whether the SM had `cap` blocks when the last window
                                 ///< ended
};

}  // namespace heddle::policy
