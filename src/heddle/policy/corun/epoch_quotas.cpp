#include "heddle/policy/corun/epoch_quotas.hpp"

#include <algorithm>

namespace heddle::policy {
namespace {

constexpr std::uint64_t kOne = CorunDirective::kOne;

}  // namespace

void EpochQuotas::directive_arrived(const CorunDirective& directive) {
  limited_ = 0;
  rest_.fill(0);
  for (unsigned tenant = 0; tenant < quota_.size(); ++tenant) {
    const std::uint64_t quota = directive.quota[tenant];
    if (quota == CorunDirective::kNoQuota) continue;
    limited_ |= set_of(tenant);
    quota_[tenant] = quota;
  }
  begin(sm().now, 1);
}

void EpochQuotas::begin(Cycle when, std::uint64_t epochs) {
  for (unsigned tenant = 0; tenant < quota_.size(); ++tenant) {
    const std::uint64_t now = (rest_[tenant] + (epochs - 1) * quota_[tenant]) % kOne;
    rest_[tenant] = (now + quota_[tenant]) % kOne;
    left_[tenant] = (now + quota_[tenant]) / kOne;
  }
  issued_at_.fill(when);
  ends_ = when + length_;
  end_if_used_up();
}

Cycle EpochQuotas::idle_end() const {
  Cycle end = 0;
  for (unsigned tenant = 0; tenant < left_.size(); ++tenant)
    if (has_warps(tenant) && !is_used_up(tenant)) end = std::max(end, issued_at_[tenant] + length_);
  return end;
}

void EpochQuotas::begin_epochs() {
  const Cycle now = sm().now;
  if (now < ends_) return;
  if (end_ != EpochEnd::used_up) {
    const std::uint64_t passed = (now - ends_) / length_;
    begin(ends_ + passed * length_, passed + 1);
  } else if (const Cycle idle = idle_end(); idle > now) {
    ends_ = idle;
  } else {
    begin(now, 1);
  }
}

TenantSet EpochQuotas::hold() {
  begin_epochs();
  TenantSet held = 0;
  for (unsigned tenant = 0; tenant < left_.size(); ++tenant)
    if (is_used_up(tenant)) held |= set_of(tenant);
  return held;
}

bool EpochQuotas::issued(unsigned tenant) {
  issued_at_[tenant] = sm().now;
  if (!is_in(limited_, tenant) || left_[tenant] == 0) return false;
  if (--left_[tenant] != 0) return false;
  end_if_used_up();
  return true;
}

void EpochQuotas::warp_launched(unsigned entity) {
  const unsigned tenant = sm().warps[entity].kernel;
  if (!has_warps(tenant)) issued_at_[tenant] = sm().now;
  CountsTenantWarps::warp_launched(entity);
}

void EpochQuotas::warp_exited(unsigned entity) {
  CountsTenantWarps::warp_exited(entity);
  end_if_used_up();
}

void EpochQuotas::end_if_used_up() {
  if (end_ == EpochEnd::time) return;
  bool any = false;
  for (unsigned tenant = 0; tenant < left_.size(); ++tenant) {
    if (!has_warps(tenant)) continue;
    if (!is_used_up(tenant)) return;
    any = true;
  }
  if (any) ends_ = sm().now + 1;
}

std::vector<StorageItem> EpochQuotas::storage() const {
  return {{.name = "quota and what is left of it", .entries = model::kKernelSlots, .bits = 160}};
}

}  // namespace heddle::policy
