#include "heddle/policy/corun/epoch_quotas.hpp"

namespace heddle::policy {

void EpochQuotas::direct(const CorunDirective& directive) {
  limited_ = 0;
  for (unsigned tenant = 0; tenant < quota_.size(); ++tenant) {
    const std::uint32_t sixteenths = directive.quota[tenant];
    if (sixteenths == CorunDirective::kNoQuota) continue;
    limited_ |= set_of(tenant);
    quota_[tenant] = (sixteenths + CorunDirective::kOne - 1) / CorunDirective::kOne;
  }
  begin(sm().now);
}

void EpochQuotas::begin(Cycle when) {
  left_ = quota_;
  ends_ = when + length_;
}

TenantSet EpochQuotas::hold() {
  const Cycle now = sm().now;
  if (now >= ends_) begin(ends_ + (now - ends_) / length_ * length_);
  TenantSet held = 0;
  for (unsigned tenant = 0; tenant < left_.size(); ++tenant)
    if (is_used_up(tenant)) held |= set_of(tenant);
  return held;
}

bool EpochQuotas::issued(unsigned tenant) {
  if (!is_in(limited_, tenant) || left_[tenant] == 0) return false;
  if (--left_[tenant] != 0) return false;
  end_if_used_up();
  return true;
}

void EpochQuotas::warp_exited(unsigned entity) {
  CountsTenantWarps::warp_exited(entity);
  end_if_used_up();
}

void EpochQuotas::end_if_used_up() {
  bool any = false;
  for (unsigned tenant = 0; tenant < left_.size(); ++tenant) {
    if (!has_warps(tenant)) continue;
    if (!is_used_up(tenant)) return;
    any = true;
  }
  if (any) ends_ = sm().now + 1;
}

std::vector<StorageItem> EpochQuotas::storage() const {
  return {{.name = "quota and what is left of it", .entries = model::kKernelSlots, .bits = 64}};
}

}  // namespace heddle::policy
