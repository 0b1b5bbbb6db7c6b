// Quotas of issue slots: in an epoch a tenant issues as many warp instructions on an SM as its
// quota says. What is left of a quota is lost; where quotas are no whole numbers, what is behind
// the point counts in the next epoch.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/policy/corun/tenant_warps.hpp"

namespace heddle::policy {

/// When an epoch ends.
enum class EpochEnd : std::uint8_t {
  either,   ///< after its length, or as soon as all tenants with warps have used their quotas up
  used_up,  ///< when all have; who has issued nothing for the epoch's length counts as one of them
  time,     ///< after its length
};

class EpochQuotas final : public CountsTenantWarps {
 public:
  explicit EpochQuotas(Cycle length, EpochEnd end = EpochEnd::either)
      : length_(length), end_(end), ends_(length) {}

  void direct(const CorunDirective& directive) override;
  void warp_launched(unsigned entity) override;
  void warp_exited(unsigned entity) override;
  bool holds() const override { return true; }
  TenantSet hold() override;
  Cycle hold_until() const override { return ends_; }
  bool issued(unsigned tenant) override;
  std::vector<StorageItem> storage() const override;

 private:
  /// The next epoch begins in the next cycle if nobody may issue in this one any more.
  void end_if_used_up();
  /// So many epochs have begun since, the last at `when`.
  void begin(Cycle when, std::uint64_t epochs);
  /// Those up to now.
  void begin_epochs();
  /// When those that may issue, but do not, count as used up; 0: nobody may.
  Cycle idle_end() const;
  bool is_used_up(unsigned tenant) const { return is_in(limited_, tenant) && left_[tenant] == 0; }

  Cycle length_;
  EpochEnd end_;
  Cycle ends_;  ///< the present epoch, as things stand
  TenantSet limited_ = 0;
  std::array<std::uint64_t, model::kKernelSlots> quota_{}, rest_{};  ///< times kOne
  std::array<std::uint64_t, model::kKernelSlots> left_{};            ///< warp instructions
  std::array<Cycle, model::kKernelSlots> issued_at_{};  ///< the last, or the epoch's begin
};

}  // namespace heddle::policy
