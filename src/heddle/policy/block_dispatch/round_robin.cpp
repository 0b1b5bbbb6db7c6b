// Round robin: each SM in turn gets one block, starting with the SM after the SM that got the last
// block. An option spreads a grid that fits on the whole GPU over all SMs, as GPGPU-Sim does
// (shader_core_config::max_cta). With this option an SM gets at most its share of the blocks,
// rounded up.

#include "heddle/policy/block_dispatch/block_dispatch.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class RoundRobin final : public BlockDispatch {
 public:
  void describe(ParameterVisitor& visit) override {
    visit(
        "spread_small_grids", spread_,
        {.doc = "of a grid for which the GPU has room an SM holds at most its share, rounded up"});
  }

  void attach(std::uint32_t sm_count) override {
    sm_count_ = sm_count;
    next_ = 0;
  }

  std::uint64_t most_on_an_sm(std::uint64_t blocks, std::uint64_t room) const override {
    if (!spread_ || blocks >= room * sm_count_) return kAnyNumber;
    return (blocks + sm_count_ - 1) / sm_count_;
  }

  std::uint32_t choose(const std::vector<bool>& fits) override {
    for (std::uint32_t i = 0; i < sm_count_; ++i) {
      const std::uint32_t sm = (next_ + i) % sm_count_;
      if (!fits[sm]) continue;
      next_ = (sm + 1) % sm_count_;
      return sm;
    }
    return kNoSm;
  }

 private:
  std::uint32_t sm_count_ = 0;
  std::uint32_t next_ = 0;
  bool spread_ = false;
};

const Register<BlockDispatch, RoundRobin> registration(
    "round_robin", "SMs take turns, one block a visit",
    "SMs take turns, one block a visit, starting behind the SM that got the last "
    "block. With a limit, a grid that the whole GPU has room for is spread over all "
    "SMs, as GPGPU-Sim does it: an SM then holds at most its share of the blocks, "
    "rounded up.");

}  // namespace
}  // namespace heddle::policy
