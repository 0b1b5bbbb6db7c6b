#include "heddle/core/policies/corun_part.hpp"

#include <fmt/core.h>

namespace heddle::core {

using policy::TenantSet;

CorunPart::CorunPart(std::uint16_t sm, policy::Named<policy::SmCorun> part)
    : sm_(sm), part_(std::move(part)) {
  if (!part_) return;
  holds_ = ask("holds", [&] { return part_->holds(); });
  hears_accesses_ = ask("hears_accesses", [&] { return part_->hears_accesses(); });
  splits_misses_ = ask("splits_misses", [&] { return part_->splits_misses(); });
}

policy::Occasion CorunPart::occasion() const {
  if (view_ == nullptr) return {.sm = sm_};
  return {.sm = sm_, .cycle = view_->now};
}

void CorunPart::directive_arrived(const policy::CorunDirective& directive) const {
  ask("directive_arrived", [&] { part_->directive_arrived(directive); });
}

TenantSet CorunPart::checked(std::string_view question, TenantSet answer) const {
  if ((answer >> policy::kTenants) == 0) return answer;
  policy::refuse_answer(part_.name, occasion(), question, fmt::format("tenants {:#b}", answer),
                        fmt::format("tenants 0 to {}", policy::kTenants - 1));
}

Cycle CorunPart::later(std::string_view question, Cycle answer) const {
  if (answer > view_->now) return answer;
  policy::refuse_answer(part_.name, occasion(), question, fmt::format("cycle {}", answer),
                        fmt::format("cycle {} or later, or none", view_->now + 1));
}

std::optional<unsigned> CorunPart::prefer(TenantSet ready) const {
  const auto tenant = ask("prefer", [&] { return part_->prefer(ready); });
  if (tenant && (*tenant >= policy::kTenants || !policy::is_in(ready, *tenant))) {
    policy::refuse_answer(part_.name, occasion(), "prefer()", fmt::format("tenant {}", *tenant),
                          fmt::format("one of the tenants {:#b}, or none", ready));
  }
  return tenant;
}

std::optional<unsigned> CorunPart::choose(const policy::WaitingRequests& requests) const {
  const auto tenant = ask("choose", [&] { return part_->choose(requests); });
  if (tenant && (*tenant >= policy::kTenants || !requests[*tenant].waits)) {
    policy::refuse_answer(part_.name, occasion(), "choose()", fmt::format("tenant {}", *tenant),
                          "a tenant whose request waits, or none");
  }
  return tenant;
}

}  // namespace heddle::core
