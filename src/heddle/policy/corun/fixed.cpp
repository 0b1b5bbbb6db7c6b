// Each tenant has the blocks, the rate of misses and the precedence that the user says.

#include <algorithm>
#include <array>
#include <cmath>

#include "heddle/base/error.hpp"
#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/corun/number_list.hpp"
#include "heddle/policy/corun/rate_controller.hpp"
#include "heddle/policy/corun/static_shares.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Fixed final : public Corun {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("caps", caps_,
          {.unit = "blocks",
           .doc = "by tenant, those that an SM holds: \"6 2\"; \"none\": as many as have room"});
    visit("quotas", quotas_,
          {.unit = "requests",
           .doc = "by tenant, misses that leave an SM in a unit of time: \"none 8\"; none said: "
                  "misses are not limited"});
    visit("first", first_, {.doc = "tenants whose misses go before those of the others: \"0\""});
    visit("unit", unit_,
          {.unit = "cycles", .minimum = 1, .maximum = 1e6, .doc = "in which quotas count"});
  }
  void check() const override {
    for (const auto& cap : read_numbers("corun.fixed.caps", caps_))
      if (cap && *cap != std::floor(*cap)) fail("corun.fixed.caps: {} is no whole number", *cap);
    for (const auto& quota : read_numbers("corun.fixed.quotas", quotas_))
      if (quota && *quota == 0) fail("corun.fixed.quotas: with 0 no request ever leaves");
    for (const auto& tenant : read_numbers("corun.fixed.first", first_))
      if (!tenant || *tenant >= kTenants || *tenant != std::floor(*tenant))
        fail("corun.fixed.first: expected tenants, numbers from 0 to {}", kTenants - 1);
  }
  void attach(const CorunMachine& machine) override {
    check();
    sm_ = machine.sm;
    const auto quotas = read_numbers("corun.fixed.quotas", quotas_);
    for (std::size_t i = 0; i < std::min<std::size_t>(quotas.size(), kTenants); ++i)
      if (quotas[i]) directive_.quota[i] = CorunDirective::sixteenths(*quotas[i]);
    for (const auto& tenant : read_numbers("corun.fixed.first", first_))
      directive_.first |= set_of(static_cast<unsigned>(*tenant));
    controls_ = !quotas.empty() || directive_.first != 0;
  }
  std::unique_ptr<SmCorun> part(std::uint32_t /*sm*/) const override {
    return controls_ ? std::make_unique<RateController>(unit_) : nullptr;
  }

  void share(std::span<const TenantGrid> tenants, Cycle /*when*/) override {
    const auto caps = read_numbers("corun.fixed.caps", caps_);
    for (const TenantGrid& tenant : tenants) {
      const auto cap = tenant.tenant < caps.size() ? caps[tenant.tenant] : std::nullopt;
      said_[tenant.tenant] = cap ? static_cast<std::uint64_t>(*cap) : tenant.fits;
    }
  }
  std::string refusal(std::span<const TenantGrid> tenants) const override;
  std::uint64_t cap(std::uint32_t /*sm*/, unsigned tenant) const override { return said_[tenant]; }
  std::optional<CorunDirective> directive() override {
    if (!controls_ || told_) return std::nullopt;
    told_ = true;
    return directive_;
  }
  std::optional<TenantPlan> plan(unsigned tenant) const override {
    TenantPlan plan;
    if (controls_ && directive_.quota[tenant] != CorunDirective::kNoQuota)
      plan.quota = directive_.quota[tenant] / 16.0;
    return plan;
  }

 private:
  std::string caps_, quotas_, first_;
  std::uint64_t unit_ = 200;
  model::Resources sm_;
  CorunDirective directive_;
  bool controls_ = false, told_ = false;
  std::array<std::uint64_t, kTenants> said_{};
};

/// Only what is said of all tenants can be too much: "none" takes what is left.
std::string Fixed::refusal(std::span<const TenantGrid> tenants) const {
  const auto caps = read_numbers("corun.fixed.caps", caps_);
  model::Resources sum;
  std::string blocks;
  for (const TenantGrid& tenant : tenants) {
    if (tenant.tenant >= caps.size() || !caps[tenant.tenant]) continue;
    const std::uint64_t cap = said_[tenant.tenant];
    sum += times(model::of_block(tenant.demand), cap);
    blocks += fmt::format("{}{} blocks of {}", blocks.empty() ? "" : " and ", cap, tenant.kernel);
    if (cap == 0)
      return fmt::format("corun.fixed.caps leaves no block to tenant {}", tenant.tenant);
    if (cap > tenant.fits)
      return fmt::format("corun.fixed.caps: {}: an SM has room for {}", blocks, tenant.fits);
  }
  for (const StaticResource& resource : kStaticResources) {
    if (resource.of(sum) <= resource.of(sm_)) continue;
    return fmt::format("corun.fixed.caps: {} take {} {} of an SM, which has {}: say fewer", blocks,
                       resource.of(sum), resource.name, resource.of(sm_));
  }
  return {};
}

const Register<Corun, Fixed> registration(
    "fixed", "the blocks of each tenant on an SM, and the rate of its misses, as they are said",
    "Each SM holds so many blocks of each tenant as `caps` says, in the order of the tenants' "
    "numbers. `quotas` and `first` let the misses of each tenant leave by a rate of their own, and "
    "some before others: the controller of ccbp without its search. The best of all combinations "
    "is "
    "found by a sweep of this policy.",
    "");

}  // namespace
}  // namespace heddle::policy
