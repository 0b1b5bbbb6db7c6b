// The issue rate controller of an SM. The controller lets the misses of each tenant leave for the
// L2 at the rate of the tenant's quota. Requests of tenants with precedence leave before requests
// of other tenants. Among requests of equal precedence, the oldest request that may leave is the
// first.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/parameter.hpp"
#include "heddle/policy/corun/sm_corun.hpp"

namespace heddle::policy {

class RateController final : public SmCorun {
 public:
  /// The parameter that gives the unit of time.
  static constexpr ParameterInfo kUnit = {
      .unit = "cycles", .minimum = 1, .maximum = 1e6, .doc = "in which quotas count"};

  /// `unit`: length in cycles of the time for which a quota is given. No tenant is limited before
  /// the first directive.
  explicit RateController(Cycle unit);

  void directive_arrived(const CorunDirective& directive) override;
  bool splits_misses() const override { return true; }
  std::optional<unsigned> choose(const WaitingRequests& requests) override;
  Cycle choose_again() const override { return held_ ? unit_end() : kNever; }
  std::vector<StorageItem> storage() const override;

 private:
  /// Begins all units of time up to now. Whole requests that a tenant did not send are lost;
  /// fractions carry over.
  void begin_units();
  Cycle unit_end() const { return (unit_ + 1) * length_; }
  bool may_leave(unsigned tenant) const {
    return directive_.quota[tenant] == CorunDirective::kNoQuota ||
           credit_[tenant] >= CorunDirective::kOne;
  }

  Cycle length_;
  Cycle unit_ = 0;  ///< number of the unit that the credits belong to
  CorunDirective directive_;
  /// For each tenant: number of requests that may still leave in this unit of time, in units of 1 /
  /// kOne.
  std::array<std::uint64_t, model::kKernelSlots> credit_{};
  bool held_ = false;  ///< the last choose() delayed a request because its tenant had no credit
};

}  // namespace heddle::policy
