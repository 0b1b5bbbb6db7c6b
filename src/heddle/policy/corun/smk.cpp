// Simultaneous Multikernel (SMK): assigns blocks by dominant resource fairness, and issue slots by
// quotas.

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "heddle/policy/corun/alone_speeds.hpp"
#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/corun/drf.hpp"
#include "heddle/policy/corun/epoch_quotas.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

constexpr std::array<std::string_view, 3> kEnds = {"either", "used_up", "time"};

class Smk final : public Corun {
 public:
  void describe(ParameterVisitor& visit) override {
    visit(
        "quotas", has_quotas_,
        {.doc = "a tenant issues so many instructions in an epoch as its speed alone and an equal "
                "share of the time make"});
    visit("epoch", epoch_,
          {.unit = "cycles", .minimum = 100, .maximum = 1e9, .doc = "of the quotas"});
    visit.choice(
        "reload", reload_, kEnds,
        {.doc = "quotas come anew when all tenants have used theirs up (who has issued nothing for "
                "an epoch counts as one of them), when the time of the epoch is over, or at the "
                "earlier of both"});
    alone_.describe(visit);
  }
  void check() const override { alone_.check(); }
  void attach(const CorunMachine& machine) override {
    sm_ = machine.sm;
    alone_.attach();
  }
  std::unique_ptr<SmCorun> part(std::uint32_t /*sm*/) const override {
    return has_quotas_ ? std::make_unique<EpochQuotas>(epoch_, reload_) : nullptr;
  }

  void share(std::span<const TenantGrid> tenants, Cycle /*when*/) override {
    tenants_.assign(tenants.begin(), tenants.end());
    caps_ = fair_blocks(tenants, sm_);
    changed_ = true;
  }
  std::string misfit(std::size_t programs) const override { return alone_.misfit(programs); }
  std::string refusal(std::span<const TenantGrid> tenants) const override {
    for (const TenantGrid& tenant : tenants) {
      if (caps_[tenant.tenant] == 0)
        return "no block of " + tenant.kernel + " fits on an SM beside one of each other tenant";
      if (has_quotas_ && tenants.size() > 1 && alone_.of(tenant) == 0)
        return alone_.missing(
            tenants,
            "the quota of tenant " + std::to_string(tenant.tenant) + " needs its speed alone",
            ", or corun.smk.quotas=false");
    }
    return {};
  }
  std::uint64_t cap(std::uint32_t /*sm*/, unsigned tenant) const override { return caps_[tenant]; }
  std::optional<TenantPlan> plan(unsigned tenant) const override {
    for (const TenantGrid& each : tenants_) {
      if (each.tenant != tenant) continue;
      const DominantShare dominant = dominant_share(each.demand, caps_[tenant], sm_);
      TenantPlan plan{.dominant = std::string(dominant.resource), .share = dominant.share};
      if (has_quotas_ && alone_.of(each) != 0) plan.quota = quota_of(each);
      return plan;
    }
    return std::nullopt;
  }
  std::optional<CorunDirective> directive() override {
    if (!has_quotas_ || !std::exchange(changed_, false)) return std::nullopt;
    CorunDirective directive;
    if (tenants_.size() > 1)
      for (const TenantGrid& tenant : tenants_)
        directive.quota[tenant.tenant] = CorunDirective::parts_of_one(quota_of(tenant));
    return directive;
  }

 private:
  /// Returns the tenant's quota for an SM and an epoch, in warp instructions.
  double quota_of(const TenantGrid& tenant) const {
    return alone_.of(tenant) * static_cast<double>(epoch_) / static_cast<double>(tenants_.size());
  }

  bool has_quotas_ = true;
  std::uint64_t epoch_ = 10000;
  EpochEnd reload_ = EpochEnd::either;
  AloneSpeeds alone_{"corun.smk.alone_ipc"};
  model::Resources sm_;
  std::vector<TenantGrid> tenants_;
  std::array<std::uint64_t, kTenants> caps_{};
  bool changed_ = false;
};

const Register<Corun, Smk> registration(
    "smk", "blocks by dominant resource fairness, issue slots by quotas",
    "The tenant whose largest share of a resource of the SM is smallest gets the next block, as "
    "long as one fits. In each epoch a tenant may issue as many instructions as it would alone in "
    "its "
    "part of the time. `reload` says when the next epoch begins: when the quotas of all tenants "
    "with warps on the SM are used up, when the time is over, or at the earlier of both.",
    "Z. Wang et al., Simultaneous Multikernel GPU: Multi-tasking Throughput Processors via "
    "Fine-Grained Sharing, HPCA 2016");

}  // namespace
}  // namespace heddle::policy
