// Time stamp: issues the warp that began to form first.

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/pool/pool_scheduler.hpp"

namespace heddle::policy {
namespace {

class TimeStamp final : public PoolScheduler {
 public:
  unsigned pick(unsigned /*slot*/, const model::EntityMask& candidates) override {
    return first_by(candidates, [](unsigned) { return 0; });
  }
};

const Register<WarpScheduler, TimeStamp> registration(
    "time_stamp", "of a pool: the warp that began to form first",
    "Of the warps of a pool that are ready, the one that began to form first issues.", kPoolSource);

}  // namespace
}  // namespace heddle::policy
