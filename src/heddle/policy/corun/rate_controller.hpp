// The issue rate controller of an SM: lets the misses of each tenant leave for the L2 as often as
// its quota says. Of those that may leave the oldest does, as from one queue; tenants that go first
// leave before the others.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/policy/corun/sm_corun.hpp"

namespace heddle::policy {

class RateController final : public SmCorun {
 public:
  /// A quota counts in units of so many cycles. Until the first directive nobody is limited.
  explicit RateController(Cycle unit);

  void direct(const CorunDirective& directive) override;
  bool splits_misses() const override { return true; }
  std::optional<unsigned> choose(const WaitingRequests& requests) override;
  Cycle choose_again() const override { return held_ ? unit_end() : kNever; }
  std::vector<StorageItem> storage() const override;

 private:
  /// Begins the units up to now. Whole requests that were not used are lost, parts are kept.
  void begin_units();
  Cycle unit_end() const { return (unit_ + 1) * length_; }
  bool may_leave(unsigned tenant) const {
    return directive_.quota[tenant] == CorunDirective::kNoQuota ||
           credit_[tenant] >= CorunDirective::kOne;
  }

  Cycle length_;
  Cycle unit_ = 0;  ///< number of the unit that the credits are of
  CorunDirective directive_;
  std::array<std::uint64_t, model::kKernelSlots> credit_{};  ///< by tenant, times kOne
  bool held_ = false;  ///< a request was held for want of credit when it was asked last
};

}  // namespace heddle::policy
