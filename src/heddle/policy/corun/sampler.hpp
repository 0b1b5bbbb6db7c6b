// Measures running kernels with few and with many blocks on an SM. In a phase, each SM runs a given
// number of blocks of one tenant. The warm-up begins when the blocks of other tenants have left.
// The windows after the warm-up count for the measurement.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/policy/corun/corun.hpp"

namespace heddle::policy {

/// The blocks that an SM runs during a phase.
struct SampledSm {
  unsigned tenant = kTenants;  ///< tenant whose blocks the SM runs; kTenants: no tenant
  std::uint64_t blocks = 0;
};
using SamplingPhase = std::vector<SampledSm>;  ///< one element for each SM

/// Divides the SMs among the tenants. The number of a tenant's blocks rises from one of its SMs to
/// the next.
SamplingPhase sample_together(std::span<const TenantGrid> tenants, std::uint32_t sms);
/// Gives all SMs to one tenant. The number of blocks rises from SM to SM.
SamplingPhase sample_staggered(const TenantGrid& tenant, std::uint32_t sms);
/// Gives all SMs to one tenant, with `blocks` blocks each.
SamplingPhase sample_isolated(const TenantGrid& tenant, std::uint64_t blocks, std::uint32_t sms);

/// The measurements of a tenant.
struct TenantSample {
  struct Sum {
    double warp_instructions = 0, requests = 0;
    std::uint64_t cycles = 0;  ///< cycles, summed over the SMs that counted
  };
  std::map<std::uint64_t, Sum> by_blocks;
  TenantWindow whole;  ///< traffic on all SMs together
  std::uint64_t requests = 0;

  /// ipc() returns warp instructions, and request_rate() requests, per SM and cycle, each by number
  /// of blocks on the SM.
  std::map<std::uint64_t, double> ipc() const;
  std::map<std::uint64_t, double> request_rate() const;
};

class Sampler {
 public:
  /// The parameter that gives the length of the warm-up.
  static constexpr ParameterInfo kWarmUp = {
      .unit = "cycles", .minimum = 1000, .maximum = 1e9, .doc = "before a sample"};

  /// `warm_up` and `sample`: lengths in cycles, both multiples of the window.
  Sampler(Cycle warm_up, Cycle sample) : warm_up_(warm_up), sample_(sample) {}

  void begin(std::vector<SamplingPhase> phases);
  void stop() { phases_.clear(); }
  bool is_on() const { return !phases_.empty(); }
  std::uint64_t cap(std::uint32_t sm, unsigned tenant) const {
    const SampledSm& sampled = phases_.front()[sm];
    return sampled.tenant == tenant ? sampled.blocks : 0;
  }
  /// Notes that a window has ended. Returns true if it was the last one; samples() is complete
  /// then.
  bool window_elapsed(const CorunWindow& window);
  const std::array<TenantSample, kTenants>& samples() const { return samples_; }

 private:
  /// Patience, in multiples of the sample length: as long as an SM lacks blocks or runs blocks of
  /// other tenants, windows do not count, but at most for this time. After this time all windows
  /// count.
  static constexpr std::uint64_t kPatience = 20;
  /// The patience, in multiples of the sample length, if SMs only lack blocks. This patience is
  /// shorter, because missing blocks arrive at once if the grid has enough blocks.
  static constexpr std::uint64_t kPatienceForBlocks = 2;

  /// Whether each SM held only blocks of the phase's tenant when the window ended.
  bool is_alone(const CorunWindow& window) const;
  /// Adds the window's counts of the SMs that have all their blocks, or of all SMs if `all_sms`. If
  /// a tenant has no SM with all its blocks, adds nothing and returns false, unless `all_sms`.
  bool add(const CorunWindow& window, bool all_sms);
  /// Returns whether no SM has more blocks than the phase gives it.
  bool has_none_too_many(const CorunWindow& window) const;

  Cycle warm_up_, sample_;
  std::vector<SamplingPhase> phases_;  ///< the phases that remain; the first one is running
  Cycle warmed_ = 0, sampled_ = 0, waited_ = 0, lacked_ = 0;
  std::array<TenantSample, kTenants> samples_;
};

}  // namespace heddle::policy
