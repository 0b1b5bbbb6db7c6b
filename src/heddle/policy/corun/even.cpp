// Each tenant gets an equal part of each resource of each SM.

#include <algorithm>
#include <array>

#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/corun/static_shares.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Even final : public Corun {
 public:
  void attach(const CorunMachine& machine) override { sm_ = machine.sm; }
  void share(std::span<const TenantGrid> tenants, Cycle /*when*/) override {
    caps_.fill(0);
    for (const TenantGrid& tenant : tenants) caps_[tenant.tenant] = part_of(tenant, tenants.size());
  }
  std::string refusal(std::span<const TenantGrid> tenants) const override {
    for (const TenantGrid& tenant : tenants) {
      if (caps_[tenant.tenant] != 0) continue;
      return "a block of " + tenant.kernel + " takes more than 1/" +
             std::to_string(tenants.size()) + " of an SM; corun=spatial or corun=leftover serve it";
    }
    return {};
  }
  std::uint64_t cap(std::uint32_t /*sm*/, unsigned tenant) const override { return caps_[tenant]; }

 private:
  /// The number of the tenant's blocks that fit into its part of an SM.
  std::uint64_t part_of(const TenantGrid& tenant, std::uint64_t tenants) const {
    const model::Resources block = model::of_block(tenant.demand);
    std::uint64_t blocks = tenant.fits;
    for (const StaticResource& resource : kStaticResources) {
      if (resource.of(block) == 0) continue;
      blocks = std::min(blocks, resource.of(sm_) / tenants / resource.of(block));
    }
    return blocks;
  }

  model::Resources sm_;
  std::array<std::uint64_t, kTenants> caps_{};
};

const Register<Corun, Even> registration(
    "even", "each tenant gets an equal part of each resource of each SM",
    "An SM holds so many blocks of a tenant as fit in an equal part of its registers, shared "
    "memory, "
    "threads, warps and block slots.",
    "");

}  // namespace
}  // namespace heddle::policy
