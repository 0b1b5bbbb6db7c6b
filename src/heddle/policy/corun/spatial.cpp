// Spatial sharing: each tenant has SMs of its own.

#include <algorithm>
#include <array>
#include <vector>

#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Spatial final : public Corun {
 public:
  void attach(const CorunMachine& machine) override { sms_ = machine.sms; }
  void share(std::span<const TenantGrid> tenants, Cycle /*when*/) override {
    tenants_.assign(tenants.begin(), tenants.end());
  }
  std::string refusal(std::span<const TenantGrid> tenants) const override {
    if (tenants.size() <= sms_) return {};
    return std::to_string(tenants.size()) + " tenants share " + std::to_string(sms_) +
           " SMs; corun=even divides each SM";
  }
  std::uint64_t cap(std::uint32_t sm, unsigned tenant) const override {
    const TenantGrid& owner = tenants_[sm * tenants_.size() / sms_];
    return owner.tenant == tenant ? owner.fits : 0;
  }

 private:
  std::uint32_t sms_ = 0;
  std::vector<TenantGrid> tenants_;
};

const Register<Corun, Spatial> registration(
    "spatial", "each tenant has SMs of its own, equally many",
    "The SMs are divided among the tenants in the order of their numbers, neighbours together. "
    "Where "
    "the number of SMs is no multiple of that of tenants, some have one more.",
    "J. Adriaens et al., The Case for GPGPU Spatial Multitasking, HPCA 2012");

}  // namespace
}  // namespace heddle::policy
