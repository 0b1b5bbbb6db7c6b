// A block gets all its resources when it arrives, and returns all of them when its last warp has
// drained, as on GPUs.

#include "heddle/policy/registry.hpp"
#include "heddle/policy/residency/residency.hpp"

namespace heddle::policy {
namespace {

class BlockResidency final : public Residency {
 public:
  std::uint32_t admit(std::uint32_t /*sm*/, const Room& room,
                      const model::BlockDemand& demand) const override {
    return admit_whole(room, demand);
  }
};

const Register<Residency, BlockResidency> registration(
    "block", "a block takes all it needs at once and returns it when its last warp ends",
    "A block gets all that it needs when it comes, and gives all of it back when "
    "its last warp has drained. GPUs do so.");

}  // namespace
}  // namespace heddle::policy
