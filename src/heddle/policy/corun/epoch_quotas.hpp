// Quotas of issue slots: in an epoch a tenant issues as many warp instructions on an SM as its
// quota says. An epoch is over after its length, or as soon as all tenants with warps on the SM
// have used their quotas up. What is left of a quota is lost.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/policy/corun/tenant_warps.hpp"

namespace heddle::policy {

class EpochQuotas final : public CountsTenantWarps {
 public:
  explicit EpochQuotas(Cycle length) : length_(length), ends_(length) {}

  void direct(const CorunDirective& directive) override;
  void warp_exited(unsigned entity) override;
  bool holds() const override { return true; }
  TenantSet hold() override;
  Cycle hold_until() const override { return ends_; }
  bool issued(unsigned tenant) override;
  std::vector<StorageItem> storage() const override;

 private:
  /// The next epoch begins in the next cycle if nobody may issue in this one any more.
  void end_if_used_up();
  void begin(Cycle when);
  bool is_used_up(unsigned tenant) const { return is_in(limited_, tenant) && left_[tenant] == 0; }

  Cycle length_;
  Cycle ends_;  ///< the present epoch
  TenantSet limited_ = 0;
  std::array<std::uint32_t, model::kKernelSlots> quota_{}, left_{};  ///< warp instructions
};

}  // namespace heddle::policy
