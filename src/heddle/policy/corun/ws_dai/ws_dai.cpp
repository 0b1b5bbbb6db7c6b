// Warped-Slicer's blocks, and memory instructions scheduled by tenant.

#include <string_view>

#include "heddle/base/error.hpp"
#include "heddle/policy/corun/blocks_by_speed.hpp"
#include "heddle/policy/corun/ws_dai/access_limiter.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

enum class MemoryScheme : std::uint8_t { qbmi, dmil, both };
constexpr std::array<std::string_view, 3> kMemorySchemes = {"qbmi", "dmil", "both"};

class WsDai final : public Corun {
 public:
  void describe(ParameterVisitor& visit) override {
    visit.choice(
        "scheme", scheme_, kMemorySchemes,
        {.doc = "memory instructions by credits (qbmi), limited in flight (dmil), or both"});
    blocks_.describe(visit);
  }
  void check() const override { blocks_.check(); }
  void check_files() const override { blocks_.check_files(); }
  void attach(const CorunMachine& machine) override {
    if (!machine.tenant_queues)
      fail("corun=ws_dai serves each tenant's accesses apart: --set load_store.tenant_queues=true");
    blocks_.attach(machine);
  }
  std::unique_ptr<SmCorun> part(std::uint32_t /*sm*/) const override {
    return std::make_unique<AccessLimiter>(scheme_ != MemoryScheme::dmil,
                                           scheme_ != MemoryScheme::qbmi);
  }
  void share(std::span<const TenantGrid> tenants, Cycle /*when*/) override {
    blocks_.share(tenants);
  }
  std::string refusal(std::span<const TenantGrid> /*tenants*/) const override {
    return blocks_.refusal();
  }
  std::uint64_t cap(std::uint32_t sm, unsigned tenant) const override {
    return blocks_.cap(sm, tenant);
  }
  std::optional<TenantPlan> plan(unsigned tenant) const override { return blocks_.plan(tenant); }
  Cycle window() const override { return blocks_.window(); }
  void window_elapsed(const CorunWindow& window) override { blocks_.window_elapsed(window); }

 private:
  MemoryScheme scheme_ = MemoryScheme::both;
  BlocksBySpeed blocks_;
};

const Register<Corun, WsDai> registration(
    "ws_dai", "warped_slicer's blocks, and memory instructions scheduled by tenant",
    "Blocks are those of warped_slicer. QBMI: each tenant has credits in inverse proportion to the "
    "requests of its memory instructions, and of those that can go on the load-store unit serves "
    "the one with most credits. DMIL: after each 1024 requests the tenant's memory instructions in "
    "flight are limited to their peak, halved as often as a request was held up for a cycle on "
    "average; without that the limit doubles. What is counted here is cycles in which the tenant's "
    "first access could not go on.",
    "H. Dai et al., Accelerate GPU Concurrent Kernel Execution by Mitigating Memory Pipeline "
    "Stalls, HPCA 2018");

}  // namespace
}  // namespace heddle::policy
