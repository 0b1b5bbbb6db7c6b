#include "heddle/policy/corun/ws_dai/access_limiter.hpp"

#include <algorithm>

namespace heddle::policy {

TenantSet AccessLimiter::hold_memory() {
  TenantSet held = 0;
  for (unsigned tenant = 0; tenant < tenants_.size(); ++tenant)
    if (is_full(tenant)) held |= set_of(tenant);
  return held;
}

void AccessLimiter::accessed(unsigned number) {
  Tenant& tenant = tenants_[number];
  tenant.peak = std::max(tenant.peak, ++tenant.in_flight);
  ++tenant.instructions;
}

void AccessLimiter::end_interval(Tenant& tenant) const {
  tenant.requests_each =
      std::max(1.0, static_cast<double>(tenant.requests) /
                        static_cast<double>(std::max<std::uint64_t>(1, tenant.instructions)));
  const std::uint64_t fails = tenant.blocked / tenant.requests;
  if (fails != 0) {
    tenant.limit = std::max(1u, fails >= 32 ? 0 : tenant.peak >> fails);
  } else {
    tenant.limit = std::min(kNoLimit, tenant.limit * 2);
  }
  tenant.requests = tenant.instructions = tenant.blocked = 0;
  tenant.peak = tenant.in_flight;
}

std::optional<unsigned> AccessLimiter::prefer(TenantSet ready) {
  if (!by_credits_) return std::nullopt;
  std::optional<unsigned> richest;
  for (unsigned tenant = 0; tenant < tenants_.size(); ++tenant) {
    if (!is_in(ready, tenant)) continue;
    if (!richest || tenants_[tenant].credits > tenants_[*richest].credits) richest = tenant;
  }
  return richest;
}

void AccessLimiter::served(unsigned number, unsigned requests) {
  Tenant& tenant = tenants_[number];
  tenant.requests += requests;
  if (tenant.requests >= kInterval) end_interval(tenant);
  if (!by_credits_) return;
  tenant.credits -= 1;
  if (tenant.credits <= 0) add_credits();
}

void AccessLimiter::add_credits() {
  double most = 1;
  for (const Tenant& tenant : tenants_) most = std::max(most, tenant.requests_each);
  for (Tenant& tenant : tenants_) tenant.credits += most / tenant.requests_each;
}

std::vector<StorageItem> AccessLimiter::storage() const {
  return {{.name = "credits, limits and counts", .entries = model::kKernelSlots, .bits = 96}};
}

}  // namespace heddle::policy
