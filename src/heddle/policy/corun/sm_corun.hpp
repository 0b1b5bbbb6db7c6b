// The part of a sharing policy on an SM: whose instructions issue, whose accesses the load-store
// unit works on, and whose misses leave for the L2.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "heddle/model/kernel_slots.hpp"
#include "heddle/policy/sm_policy.hpp"

namespace heddle::policy {

/// A bit for each tenant.
using TenantSet = std::uint32_t;

inline bool is_in(TenantSet set, unsigned tenant) { return (set >> tenant & 1) != 0; }
inline TenantSet set_of(unsigned tenant) { return TenantSet{1} << tenant; }

/// What the policy decided for all SMs, as it tells their parts.
struct CorunDirective {
  /// A quota of one: quotas have 32 bits behind the point.
  static constexpr std::uint64_t kOne = std::uint64_t{1} << 32;
  static constexpr std::uint64_t kNoQuota = ~std::uint64_t{0};

  /// By tenant: of what the part counts in a unit of time, times kOne; kNoQuota: as many as it
  /// likes.
  std::array<std::uint64_t, model::kKernelSlots> quota = no_quotas();
  TenantSet first = 0;  ///< tenants that go before the others

  static constexpr std::array<std::uint64_t, model::kKernelSlots> no_quotas() {
    std::array<std::uint64_t, model::kKernelSlots> quotas{};
    quotas.fill(kNoQuota);
    return quotas;
  }
  /// Up to 4e9. Never 0, so that nobody waits for ever.
  static std::uint64_t parts_of_one(double quota) {
    constexpr double kParts = 4294967296.0, kMost = 4e9;
    return static_cast<std::uint64_t>(std::clamp(std::ceil(quota * kParts), 1.0, kMost * kParts));
  }
};
static_assert(sizeof(CorunDirective) <= 128);

/// The first of a tenant's requests that wait to leave the SM.
struct WaitingRequest {
  bool waits = false;  ///< the tenant has one
  Cycle since = 0;     ///< when it came
};
using WaitingRequests = std::array<WaitingRequest, model::kKernelSlots>;

class SmCorun : public SmPolicy {
 public:
  /// Decided a control latency ago.
  virtual void direct(const CorunDirective& /*directive*/) {}

  // Issue.
  /// Whether hold() and hold_memory() are asked. Asked once, before attach().
  virtual bool holds() const { return false; }
  /// Tenants none of whose instructions may issue now.
  virtual TenantSet hold() { return 0; }
  /// Tenants none of whose memory instructions may issue now.
  virtual TenantSet hold_memory() { return 0; }
  /// A later cycle in which hold() or hold_memory() may answer otherwise though nothing was issued
  /// or told; kNever: none.
  virtual Cycle hold_until() const { return kNever; }
  /// A warp of the tenant has issued an instruction. True: hold() may answer otherwise now.
  virtual bool issued(unsigned /*tenant*/) { return false; }

  // The load-store unit. Where each tenant has a queue there (load_store.tenant_queues), prefer()
  // is asked, and blocked() is called.
  /// Whether it hears of accesses at all. Asked once, before attach().
  virtual bool hears_accesses() const { return false; }
  /// Which of these tenants, whose first accesses can be worked on, is served; nothing: the oldest.
  virtual std::optional<unsigned> prefer(TenantSet /*ready*/) { return std::nullopt; }
  /// A memory instruction of the tenant has entered the unit.
  virtual void accessed(unsigned /*tenant*/) {}
  /// The tenant's first access has been worked off, and has made so many requests to the caches.
  virtual void served(unsigned /*tenant*/, unsigned /*requests*/) {}
  /// A memory instruction of the tenant has all its answers.
  virtual void answered(unsigned /*tenant*/) {}
  /// The tenant's first access could not be worked on for so many cycles.
  virtual void blocked(unsigned /*tenant*/, Cycle /*cycles*/) {}

  // Misses on their way to the L2.
  /// Whether each tenant has a queue for its misses, from which choose() lets them leave. Asked
  /// once, before attach().
  virtual bool splits_misses() const { return false; }
  /// Whose first request leaves in this cycle: one that waits; nothing: none.
  virtual std::optional<unsigned> choose(const WaitingRequests& /*requests*/) {
    return std::nullopt;
  }
  /// After choose() has let none leave: a later cycle in which it may; kNever: none.
  virtual Cycle choose_again() const { return kNever; }
};

}  // namespace heddle::policy
