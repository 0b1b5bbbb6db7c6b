// Thread block compaction: the warps of a block share a reconvergence stack. Where they diverge,
// the threads of each path are compacted into as few warps as their home lanes allow.

#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Tbc final : public Organisation {
 public:
  Shape shape(std::uint32_t schedulers) const override {
    return {.slots = schedulers, .paths = PathKind::block_stacks};
  }
  void attach(const model::SmView&, const Shape&) override {}
};

const Register<Organisation, Tbc> registration(
    "tbc", "thread block compaction: a block's threads on one path share warps",
    "Thread block compaction: the warps of a block share one reconvergence stack. "
    "At a branch that may diverge they wait for each other. If a thread of the block "
    "goes another way, the threads of each path are compacted into warps: each keeps "
    "its home lane, and the k-th thread of a lane is in the k-th warp. Where the paths "
    "meet, the block has the warps again that it began with.",
    "Fung and Aamodt, \"Thread Block Compaction for Efficient SIMT Control Flow\", HPCA "
    "2011");

}  // namespace
}  // namespace heddle::policy
