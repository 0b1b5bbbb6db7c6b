// A block stops at once, and everything that it occupies is saved.

#include "heddle/policy/preemption/block_by_block.hpp"
#include "heddle/policy/preemption/light_switch.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Occup final : public BlockByBlock {
 public:
  bool compresses() const override { return false; }

 private:
  Leave leave(const LeavingBlock& /*block*/) const override { return {}; }
};

const Register<Preemption, Occup> registration(
    "occup", "blocks stop at once, and all that they occupy is saved",
    "On a signal nothing of the SM's blocks issues any more. As soon as nothing of a warp is in "
    "flight, all registers allocated for the warp go to memory, then the block's shared memory.",
    kLightSwitchSource);

}  // namespace
}  // namespace heddle::policy
