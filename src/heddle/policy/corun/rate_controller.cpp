#include "heddle/policy/corun/rate_controller.hpp"

namespace heddle::policy {
namespace {

constexpr std::uint64_t kOne = CorunDirective::kOne;

}  // namespace

RateController::RateController(Cycle unit) : length_(unit) {}

void RateController::directive_arrived(const CorunDirective& directive) {
  begin_units();
  directive_ = directive;
}

void RateController::begin_units() {
  const Cycle now = sm().now / length_;
  if (now == unit_) return;
  const std::uint64_t begun = now - unit_;
  unit_ = now;
  for (unsigned tenant = 0; tenant < credit_.size(); ++tenant) {
    const std::uint64_t quota = directive_.quota[tenant];
    if (quota == CorunDirective::kNoQuota) continue;
    const std::uint64_t kept = (credit_[tenant] % kOne + (begun - 1) * quota) % kOne;
    credit_[tenant] = kept + quota;
  }
}

std::optional<unsigned> RateController::choose(const WaitingRequests& requests) {
  begin_units();
  held_ = false;
  std::optional<unsigned> chosen;
  const auto is_before = [&](unsigned tenant, unsigned other) {
    const bool goes_first = is_in(directive_.first, tenant);
    if (goes_first != is_in(directive_.first, other)) return goes_first;
    return requests[tenant].since < requests[other].since;
  };
  for (unsigned tenant = 0; tenant < credit_.size(); ++tenant) {
    if (!requests[tenant].waits) continue;
    if (!may_leave(tenant)) {
      held_ = true;
    } else if (!chosen || is_before(tenant, *chosen)) {
      chosen = tenant;
    }
  }
  if (chosen && directive_.quota[*chosen] != CorunDirective::kNoQuota) credit_[*chosen] -= kOne;
  return chosen;
}

std::vector<StorageItem> RateController::storage() const {
  return {{.name = "quota and credit", .entries = model::kKernelSlots, .bits = 128}};
}

}  // namespace heddle::policy
