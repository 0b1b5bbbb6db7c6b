// Measures what kernels do with few and with many blocks on an SM while they run: in each phase
// each SM has a number of blocks of one tenant, for a warm-up, which begins when the blocks of
// others have left, and then for the windows that count.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "heddle/policy/corun/corun.hpp"

namespace heddle::policy {

/// What an SM holds during a phase.
struct SampledSm {
  unsigned tenant = kTenants;  ///< kTenants: nothing
  std::uint64_t blocks = 0;
};
using SamplingPhase = std::vector<SampledSm>;  ///< by SM

/// The SMs are divided among the tenants; within its part a tenant has more blocks from SM to SM.
SamplingPhase sample_together(std::span<const TenantGrid> tenants, std::uint32_t sms);
/// All SMs are one tenant's, with more blocks from SM to SM.
SamplingPhase sample_staggered(const TenantGrid& tenant, std::uint32_t sms);
/// All SMs are one tenant's, each with so many blocks.
SamplingPhase sample_isolated(const TenantGrid& tenant, std::uint64_t blocks, std::uint32_t sms);

/// What was measured of a tenant.
struct TenantSample {
  struct Sum {
    double warp_instructions = 0, requests = 0;
    std::uint64_t cycles = 0;  ///< of SMs
  };
  std::map<std::uint64_t, Sum> by_blocks;
  TenantWindow whole;  ///< on all SMs
  std::uint64_t requests = 0;

  /// Warp instructions and requests of an SM in a cycle, by blocks.
  std::map<std::uint64_t, double> ipc() const;
  std::map<std::uint64_t, double> request_rate() const;
};

class Sampler {
 public:
  /// Both are whole windows.
  Sampler(Cycle warm_up, Cycle sample) : warm_up_(warm_up), sample_(sample) {}

  void begin(std::vector<SamplingPhase> phases);
  void stop() { phases_.clear(); }
  bool is_on() const { return !phases_.empty(); }
  std::uint64_t cap(std::uint32_t sm, unsigned tenant) const {
    const SampledSm& sampled = phases_.front()[sm];
    return sampled.tenant == tenant ? sampled.blocks : 0;
  }
  /// A window is over. True: it was the last one, and samples() are complete.
  bool window_elapsed(const CorunWindow& window);
  const std::array<TenantSample, kTenants>& samples() const { return samples_; }

 private:
  /// Windows in which SMs may lack blocks, or have those of others, before they count all the same,
  /// as many samples long.
  static constexpr std::uint64_t kPatience = 20;
  /// The same where SMs lack blocks alone: blocks come at once, if the grid has so many.
  static constexpr std::uint64_t kPatienceForBlocks = 2;

  /// At the window's end each SM has blocks of the phase's tenant alone.
  bool is_alone(const CorunWindow& window) const;
  /// Adds what SMs have done that have all their blocks. False: none has.
  bool add(const CorunWindow& window, bool all_sms);
  /// No SM has more blocks than it is to have.
  bool has_none_too_many(const CorunWindow& window) const;

  Cycle warm_up_, sample_;
  std::vector<SamplingPhase> phases_;  ///< the present one first
  Cycle warmed_ = 0, sampled_ = 0, waited_ = 0, lacked_ = 0;
  std::array<TenantSample, kTenants> samples_;
};

}  // namespace heddle::policy
