// The part of ws_dai on an SM. The part chooses the tenant whose accesses the load-store unit
// serves (QBMI). It also limits the number of each tenant's memory instructions in flight (DMIL).
#pragma once

#include <array>
#include <cstdint>

#include "heddle/policy/corun/sm_corun.hpp"

namespace heddle::policy {

class AccessLimiter final : public SmCorun {
 public:
  AccessLimiter(bool by_credits, bool by_limits) : by_credits_(by_credits), by_limits_(by_limits) {}

  bool holds() const override { return by_limits_; }
  TenantSet hold_memory() override;
  bool issued(unsigned tenant) override { return is_full(tenant); }

  bool hears_accesses() const override { return true; }
  std::optional<unsigned> prefer(TenantSet ready) override;
  void accessed(unsigned tenant) override;
  void served(unsigned tenant, unsigned requests) override;
  void answered(unsigned tenant) override { --tenants_[tenant].in_flight; }
  void blocked(unsigned tenant, Cycle cycles) override { tenants_[tenant].blocked += cycles; }
  std::vector<StorageItem> storage() const override;

  /// The maximum number of memory instructions of the tenant in flight.
  std::uint32_t limit(unsigned tenant) const { return tenants_[tenant].limit; }

 private:
  static constexpr std::uint64_t kInterval = 1024;  ///< number of requests of a tenant between rate
                                                    ///< updates
  static constexpr std::uint32_t kNoLimit = 1u << 16;

  struct Tenant {
    std::uint32_t in_flight = 0, peak = 0;
    std::uint32_t limit = kNoLimit;
    std::uint64_t requests = 0, instructions = 0;  ///< number of requests, and of memory
                                                   ///< instructions, in the current interval
    Cycle blocked = 0;  ///< cycles of the interval in which the tenant's first access could not be
                        ///< served
    /// Mean number of requests of a memory instruction in the last interval.
    double requests_each = 1;
    double credits = 0;
  };

  bool is_full(unsigned tenant) const {
    return by_limits_ && tenants_[tenant].in_flight >= tenants_[tenant].limit;
  }
  void end_interval(Tenant& tenant) const;
  /// Gives each tenant credits in inverse proportion to the requests of its instructions.
  void add_credits();

  bool by_credits_, by_limits_;
  std::array<Tenant, model::kKernelSlots> tenants_;
};

}  // namespace heddle::policy
