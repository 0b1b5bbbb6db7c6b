// Quotas of issue slots: in an epoch a tenant may issue as many warp instructions on an SM as its
// quota allows. Unused whole instructions of a quota are lost. The fraction of an instruction
// carries over to the next epoch.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/policy/corun/tenant_warps.hpp"

namespace heddle::policy {

/// When an epoch ends.
enum class EpochEnd : std::uint8_t {
  either,   ///< after the length of an epoch, or as soon as all tenants with warps have used up
            ///< their quotas
  used_up,  ///< as soon as all tenants with warps have used up their quotas; a tenant that has not
            ///< issued for the length of an epoch counts as having used up its quota
  time,     ///< after the length of an epoch
};

class EpochQuotas final : public CountsTenantWarps {
 public:
  explicit EpochQuotas(Cycle length, EpochEnd end = EpochEnd::either)
      : length_(length), end_(end), ends_(length) {}

  void directive_arrived(const CorunDirective& directive) override;
  void warp_launched(unsigned entity) override;
  void warp_exited(unsigned entity) override;
  bool holds() const override { return true; }
  TenantSet hold() override;
  Cycle hold_until() const override { return ends_; }
  bool issued(unsigned tenant) override;
  std::vector<StorageItem> storage() const override;

 private:
  /// Ends the epoch after this cycle if no tenant may issue any more.
  void end_if_used_up();
  /// Begins `epochs` epochs; the last of these epochs begins at `when`.
  void begin(Cycle when, std::uint64_t epochs);
  /// Begins all epochs up to now.
  void begin_epochs();
  /// Considers the tenants that have warps and some quota left. Returns the cycle in which all
  /// these tenants will have been idle for the length of an epoch, if none of them issues until
  /// then; 0: there is no such tenant.
  Cycle idle_end() const;
  bool is_used_up(unsigned tenant) const { return is_in(limited_, tenant) && left_[tenant] == 0; }

  Cycle length_;
  EpochEnd end_;
  Cycle ends_;  ///< expected end of the current epoch
  TenantSet limited_ = 0;
  /// For each tenant: the quota of an epoch, and the fraction that is carried over from earlier
  /// epochs. Both are in units of 1 / kOne warp instructions.
  std::array<std::uint64_t, model::kKernelSlots> quota_{}, rest_{};
  std::array<std::uint64_t, model::kKernelSlots> left_{};  ///< by tenant: warp instructions left in
                                                           ///< the epoch
  std::array<Cycle, model::kKernelSlots> issued_at_{};  ///< by tenant: cycle of its last issue, or
                                                        ///< the begin of the epoch
};

}  // namespace heddle::policy
