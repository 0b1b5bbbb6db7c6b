// The part of a sharing policy on an SM. The part decides which tenants' instructions issue, which
// tenants' accesses the load-store unit serves, and which tenants' misses leave for the L2.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "heddle/model/kernel_slots.hpp"
#include "heddle/policy/sm_policy.hpp"

namespace heddle::policy {

/// A set of tenants, one bit for each.
using TenantSet = std::uint32_t;

inline bool is_in(TenantSet set, unsigned tenant) { return (set >> tenant & 1) != 0; }
inline TenantSet set_of(unsigned tenant) { return TenantSet{1} << tenant; }

/// The decisions of the policy for all SMs, which are sent to its parts on the SMs.
struct CorunDirective {
  /// The representation of a quota of 1. Quotas are fixed-point numbers with 32 fraction bits.
  static constexpr std::uint64_t kOne = std::uint64_t{1} << 32;
  static constexpr std::uint64_t kNoQuota = ~std::uint64_t{0};

  /// For each tenant: the quota for a unit of time, in units of 1 / kOne; kNoQuota: unlimited. Each
  /// policy defines what its quota counts.
  std::array<std::uint64_t, model::kKernelSlots> quota = no_quotas();
  TenantSet first = 0;  ///< tenants with precedence over the others

  static constexpr std::array<std::uint64_t, model::kKernelSlots> no_quotas() {
    std::array<std::uint64_t, model::kKernelSlots> quotas{};
    quotas.fill(kNoQuota);
    return quotas;
  }
  /// Returns the quota in units of 1 / kOne, at most 4e9 * kOne. Never returns 0, since a tenant
  /// with quota 0 would wait for ever.
  static std::uint64_t parts_of_one(double quota) {
    constexpr double kParts = 4294967296.0, kMost = 4e9;
    return static_cast<std::uint64_t>(std::clamp(std::ceil(quota * kParts), 1.0, kMost * kParts));
  }
};
static_assert(sizeof(CorunDirective) <= 128);

/// The oldest of a tenant's requests that wait to leave the SM.
struct WaitingRequest {
  bool waits = false;  ///< the tenant has a waiting request
  Cycle since = 0;     ///< cycle in which the request came
};
using WaitingRequests = std::array<WaitingRequest, model::kKernelSlots>;

class SmCorun : public SmPolicy {
 public:
  /// Gives the part a directive that the policy decided one control latency ago.
  virtual void directive_arrived(const CorunDirective& /*directive*/) {}

  // The following functions control which instructions issue.
  /// Returns whether hold() and hold_memory() are called. Called once, before attach().
  virtual bool holds() const { return false; }
  /// Returns the tenants whose instructions must not issue now.
  virtual TenantSet hold() { return 0; }
  /// Returns the tenants whose memory instructions must not issue now.
  virtual TenantSet hold_memory() { return 0; }
  /// Returns the next cycle in which the answer of hold() or hold_memory() may change without an
  /// issue and without a call of another function, just because time passes; kNever: there is no
  /// such cycle.
  virtual Cycle hold_until() const { return kNever; }
  /// Notes that a warp of the tenant has issued an instruction. Returns whether the answer of
  /// hold() may have changed.
  virtual bool issued(unsigned /*tenant*/) { return false; }

  // The following functions control the load-store unit. prefer() and blocked() are called only if
  // each tenant has a queue in this unit (load_store.tenant_queues).
  /// Whether the functions of this section are called at all. Called once, before attach().
  virtual bool hears_accesses() const { return false; }
  /// Returns one of the `ready` tenants, whose first accesses can be served. Returns nothing to let
  /// the unit serve the oldest access.
  virtual std::optional<unsigned> prefer(TenantSet /*ready*/) { return std::nullopt; }
  /// Notes that a memory instruction of the tenant has entered the unit.
  virtual void accessed(unsigned /*tenant*/) {}
  /// Notes that the tenant's first access has been served and has made `requests` requests to the
  /// caches.
  virtual void served(unsigned /*tenant*/, unsigned /*requests*/) {}
  /// Notes that a memory instruction of the tenant has got all its data.
  virtual void answered(unsigned /*tenant*/) {}
  /// Notes that the tenant's first access could not be served for `cycles` cycles.
  virtual void blocked(unsigned /*tenant*/, Cycle /*cycles*/) {}

  // The following functions control the misses on their way to the L2.
  /// Whether each tenant has a queue for its misses, from which choose() picks. Called once, before
  /// attach().
  virtual bool splits_misses() const { return false; }
  /// Returns the tenant whose first request leaves in this cycle; this tenant must have a waiting
  /// request. Returns nothing if no request may leave.
  virtual std::optional<unsigned> choose(const WaitingRequests& /*requests*/) {
    return std::nullopt;
  }
  /// Called after choose() has chosen no tenant. Returns a later cycle in which choose() may choose
  /// a tenant; kNever: there is no such cycle.
  virtual Cycle choose_again() const { return kNever; }
};

}  // namespace heddle::policy
