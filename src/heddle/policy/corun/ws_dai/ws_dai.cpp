// Uses the numbers of blocks of Warped-Slicer, and schedules memory instructions by tenant.

#include <string_view>

#include "heddle/base/error.hpp"
#include "heddle/policy/corun/blocks_by_speed.hpp"
#include "heddle/policy/corun/ws_dai/access_limiter.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

enum class MemoryScheme : std::uint8_t { qbmi, dmil, both };
constexpr std::array<std::string_view, 3> kMemorySchemes = {"qbmi", "dmil", "both"};

class WsDai final : public BlocksBySpeed {
 public:
  void describe(ParameterVisitor& visit) override {
    visit.choice(
        "scheme", scheme_, kMemorySchemes,
        {.doc = "memory instructions by credits (qbmi), limited in flight (dmil), or both"});
    BlocksBySpeed::describe(visit);
  }
  void attach(const CorunMachine& machine) override {
    if (!machine.tenant_queues)
      fail("corun=ws_dai serves each tenant's accesses apart: --set load_store.tenant_queues=true");
    BlocksBySpeed::attach(machine);
  }
  std::unique_ptr<SmCorun> part(std::uint32_t /*sm*/) const override {
    return std::make_unique<AccessLimiter>(scheme_ != MemoryScheme::dmil,
                                           scheme_ != MemoryScheme::qbmi);
  }

 private:
  MemoryScheme scheme_ = MemoryScheme::both;
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
