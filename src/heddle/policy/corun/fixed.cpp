// The user's parameters fix the blocks, the rate of misses and the precedence of each tenant.

#include <array>
#include <string>

#include "heddle/base/error.hpp"
#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/corun/number_list.hpp"
#include "heddle/policy/corun/rate_controller.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Fixed final : public Corun {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("caps", caps_text_,
          {.unit = "blocks",
           .doc = "by tenant, those that an SM holds: \"6 2\"; \"none\": as many as have room"});
    visit("quotas", quotas_text_,
          {.unit = "requests",
           .doc = "by tenant, misses that leave an SM in a unit of time: \"none 8\"; none said: "
                  "misses are not limited"});
    visit("first", first_text_,
          {.doc = "tenants whose misses go before those of the others: \"0\""});
    visit("unit", unit_, RateController::kUnit);
  }
  void check() const override { read(); }
  void attach(const CorunMachine& machine) override {
    sm_ = machine.sm;
    said_ = read();
    for (unsigned tenant = 0; tenant < kTenants; ++tenant)
      if (const auto quota = said_.quotas.of(tenant))
        directive_.quota[tenant] = CorunDirective::parts_of_one(*quota);
    for (const auto& tenant : said_.first.all())
      directive_.first |= set_of(static_cast<unsigned>(*tenant));
    controls_ = !said_.quotas.empty() || !said_.first.empty();
  }
  std::unique_ptr<SmCorun> part(std::uint32_t /*sm*/) const override {
    return controls_ ? std::make_unique<RateController>(unit_) : nullptr;
  }

  void share(std::span<const TenantGrid> tenants, Cycle /*when*/) override {
    for (const TenantGrid& tenant : tenants) {
      const auto cap = said_.caps.of(tenant.tenant);
      caps_[tenant.tenant] = cap ? static_cast<std::uint64_t>(*cap) : tenant.fits;
    }
  }
  std::string refusal(std::span<const TenantGrid> tenants) const override;
  std::string misfit(std::size_t programs) const override;
  std::uint64_t cap(std::uint32_t /*sm*/, unsigned tenant) const override { return caps_[tenant]; }
  std::optional<CorunDirective> directive() override {
    if (!controls_ || told_) return std::nullopt;
    told_ = true;
    return directive_;
  }
  std::optional<TenantPlan> plan(unsigned tenant) const override {
    TenantPlan plan;
    if (controls_) plan.quota = said_.quotas.of(tenant);
    return plan;
  }

 private:
  /// The values of the parameters, read from their text.
  struct Said {
    NumberList caps, quotas, first;
  };
  Said read() const;

  std::string caps_text_, quotas_text_, first_text_;
  std::uint64_t unit_ = 200;
  Said said_;
  model::Resources sm_;
  CorunDirective directive_;
  bool controls_ = false, told_ = false;
  std::array<std::uint64_t, kTenants> caps_{};
};

Fixed::Said Fixed::read() const {
  Said said{{"corun.fixed.caps", caps_text_},
            {"corun.fixed.quotas", quotas_text_},
            {"corun.fixed.first", first_text_}};
  said.caps.check_whole();
  said.first.check_whole();
  for (const auto& quota : said.quotas.all())
    if (quota && *quota == 0) fail("corun.fixed.quotas: with 0 no request ever leaves");
  for (const auto& tenant : said.first.all())
    if (!tenant || *tenant >= kTenants)
      fail("corun.fixed.first: expected tenants, numbers from 0 to {}", kTenants - 1);
  return said;
}

std::string Fixed::refusal(std::span<const TenantGrid> tenants) const {
  std::string refused = said_.caps.refusal_of_blocks(tenants, sm_);
  return refused.empty() ? said_.quotas.refusal(tenants) : refused;
}

std::string Fixed::misfit(std::size_t programs) const {
  for (const NumberList* list : {&said_.caps, &said_.quotas})
    if (std::string refused = list->misfit(programs); !refused.empty()) return refused;
  for (const auto& tenant : said_.first.all())
    if (*tenant >= static_cast<double>(programs))
      return fmt::format(
          "corun.fixed.first: there is no tenant {}: {} programs have numbers from 0 on", *tenant,
          programs);
  return {};
}

const Register<Corun, Fixed> registration(
    "fixed", "the blocks of each tenant on an SM, and the rate of its misses, as they are said",
    "Each SM holds so many blocks of each tenant as `caps` says, in the order of the tenants' "
    "numbers. `quotas` and `first` let the misses of each tenant leave by a rate of their own, and "
    "some before others: the controller of ccbp without its search. The best of all combinations "
    "is found by a sweep of this policy.",
    "");

}  // namespace
}  // namespace heddle::policy
