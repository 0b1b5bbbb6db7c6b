// The boundary between an SM and its part of the sharing policy, if the policy has parts. The SM
// calls the part through this class, which checks each answer, as PolicyBoundary does for the other
// policies.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "heddle/core/terms/counters.hpp"
#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/named.hpp"
#include "heddle/policy/policy_error.hpp"

namespace heddle::core {

class CorunPart {
  template <typename Ask>
  decltype(auto) ask(std::string_view question, Ask&& answer) const {
    return policy::ask(part_.name, [&] { return occasion(); }, question, std::forward<Ask>(answer));
  }

 public:
  /// `part`: without a policy if the sharing policy has no part on the SM.
  CorunPart(std::uint16_t sm, policy::Named<policy::SmCorun> part);
  CorunPart(const CorunPart&) = delete;
  CorunPart& operator=(const CorunPart&) = delete;

  const policy::PolicyName& name() const { return part_.name; }
  bool exists() const { return static_cast<bool>(part_); }
  /// Returns the part, which must exist.
  policy::SmCorun& part() const { return *part_; }
  void set_view(const model::SmView& view) { view_ = &view; }

  bool holds() const { return holds_; }
  bool hears_accesses() const { return hears_accesses_; }
  bool splits_misses() const { return splits_misses_; }

  // May be called only if there is a part.
  void directive_arrived(const policy::CorunDirective& directive) const;

  // The functions from hold() to issued() may be called only if the part can hold tenants back.
  policy::TenantSet hold() const { return checked("hold()", part_->hold()); }
  policy::TenantSet hold_memory() const { return checked("hold_memory()", part_->hold_memory()); }
  Cycle hold_until() const { return later("hold_until()", part_->hold_until()); }
  bool issued(unsigned tenant) const {
    return ask("issued", [&] { return part_->issued(tenant); });
  }

  // The functions from prefer() to blocked() may be called only if the part wants to be told about
  // accesses.
  std::optional<unsigned> prefer(policy::TenantSet ready) const;
  void accessed(unsigned tenant) const {
    ask("accessed", [&] { part_->accessed(tenant); });
  }
  void served(unsigned tenant, unsigned requests) const {
    ask("served", [&] { part_->served(tenant, requests); });
  }
  void answered(unsigned tenant) const {
    ask("answered", [&] { part_->answered(tenant); });
  }
  void blocked(unsigned tenant, Cycle cycles) const {
    ask("blocked", [&] { part_->blocked(tenant, cycles); });
  }

  // choose() and choose_again() may be called only if the part splits misses by tenant.
  std::optional<unsigned> choose(const policy::WaitingRequests& requests) const;
  Cycle choose_again() const { return later("choose_again()", part_->choose_again()); }

 private:
  /// Returns the answer if all tenants that it names exist. Otherwise ends the run, since the
  /// answer is not allowed.
  policy::TenantSet checked(std::string_view question, policy::TenantSet answer) const;
  /// Returns the answer if it is a cycle after the current one. Otherwise ends the run, since the
  /// answer is not allowed.
  Cycle later(std::string_view question, Cycle answer) const;
  policy::Occasion occasion() const;

  std::uint16_t sm_;
  policy::Named<policy::SmCorun> part_;
  const model::SmView* view_ = nullptr;  ///< null before the first cycle
  bool holds_ = false, hears_accesses_ = false, splits_misses_ = false;
};

}  // namespace heddle::core
