// Each tenant may have at most `most` blocks on an SM.
//
// heddle asks cap() after share(), which says who the tenants are: heddle corun a.capture
// b.capture. policy/corun/corun.hpp says what else can be shared, and sm_corun.hpp what an SM can
// do.
#include "heddle/policy/corun/corun.hpp"

#include <algorithm>
#include <array>

#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Example final : public Corun {
 public:
  // A parameter: --set corun.example.most=2
  void describe(ParameterVisitor& visit) override {
    visit("most", most_, {.unit = "blocks", .minimum = 1, .doc = "of a tenant on an SM"});
  }
  void share(std::span<const TenantGrid> tenants, Cycle /*when*/) override {
    caps_.fill(0);
    for (const TenantGrid& tenant : tenants) caps_[tenant.tenant] = std::min(most_, tenant.fits);
  }
  std::uint64_t cap(std::uint32_t /*sm*/, unsigned tenant) const override { return caps_[tenant]; }

 private:
  std::uint64_t most_ = 2;
  std::array<std::uint64_t, kTenants> caps_{};
};

const Register<Corun, Example> registration("example", "a few blocks of each tenant on an SM");

}  // namespace
}  // namespace heddle::policy
