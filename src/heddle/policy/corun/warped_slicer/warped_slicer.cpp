// Warped-Slicer: the blocks of each tenant by what more of them gain.

#include "heddle/policy/corun/blocks_by_speed.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class WarpedSlicer final : public Corun {
 public:
  void describe(ParameterVisitor& visit) override { blocks_.describe(visit); }
  void check() const override { blocks_.check(); }
  void check_files() const override { blocks_.check_files(); }
  void attach(const CorunMachine& machine) override { blocks_.attach(machine); }
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
  BlocksBySpeed blocks_;
};

const Register<Corun, WarpedSlicer> registration(
    "warped_slicer", "blocks by what more of them gain: the smallest loss as small as it can be",
    "First the SMs are divided among the tenants, each SM of a part has another number of blocks, "
    "and speeds are counted. Then the tenant that loses most of its speed alone gets blocks up to "
    "the next number with which it is faster, as long as they fit. If one would lose more than 1.2 "
    "over the number of tenants, each gets SMs of its own.",
    "Q. Xu et al., Warped-Slicer: Efficient Intra-SM Slicing through Dynamic Resource Partitioning "
    "for GPU Multiprogramming, ISCA 2016");

}  // namespace
}  // namespace heddle::policy
